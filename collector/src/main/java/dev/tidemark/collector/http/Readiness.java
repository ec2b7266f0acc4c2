package dev.tidemark.collector.http;

import java.util.Optional;

/** Whether a load balancer should send requests here. */
@FunctionalInterface
public interface Readiness {
  /** Why not, in words for the one who asks; empty if it should. */
  Optional<String> problem();
}
