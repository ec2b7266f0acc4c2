package dev.tidemark.batch.process;

import dev.tidemark.landing.log.Generation;
import dev.tidemark.landing.log.PartitionState;

/**
 * Why a partition is processed. Each lane has places of its own, so that a month that somebody
 * asked to have processed again keeps no new hour waiting, and no number of new hours keeps that
 * month from ending.
 */
public enum Lane {
  /** It has not been published with all that landed, or is to go back to an earlier revision. */
  LIVE,

  /** All that landed is published, or nothing landed, and somebody asked for it again. */
  BACKFILL;

  /** The lane of a partition that is to be processed. */
  public static Lane of(PartitionState partition) {
    // A rollback is a cure for what readers see now, and only a copy: it does not wait.
    return (partition.publication().isPresent() || partition.skipped().isPresent())
            && partition.wanted().isEmpty()
            && partition.accountedFor().containsAll(partition.reached(Generation.Step.STAGED))
        ? BACKFILL
        : LIVE;
  }
}
