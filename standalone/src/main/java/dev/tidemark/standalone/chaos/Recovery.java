package dev.tidemark.standalone.chaos;

import java.util.List;
import java.util.concurrent.Callable;

/** Tells when what a fault took away is there again. */
final class Recovery {
  private final Ledger ledger;
  private final LogWatch log;
  private final List<CoordinatorApi> coordinators;

  Recovery(Ledger ledger, LogWatch log, List<CoordinatorApi> coordinators) {
    this.ledger = ledger;
    this.log = log;
    this.coordinators = coordinators;
  }

  /** To be asked until it holds: whether the service has worked since this method was called. */
  Callable<Boolean> from(ScriptedFault fault) {
    long now = System.nanoTime();
    long version = log.next();
    return switch (fault.kind().service()) {
      case ACCEPTING -> () -> ledger.isAcceptedAfter(now);
      case LANDING -> () -> log.isLandedSince(version);
      case COORDINATING -> () -> Faults.oneOf(coordinators, fault.variant()).isWell();
      case NONE -> () -> true;
    };
  }
}
