package dev.tidemark.landing.log;

import dev.tidemark.landing.Granularity;
import dev.tidemark.landing.LandingException;
import java.util.Optional;
import java.util.UUID;

/**
 * Makes a root on first use, and refuses one that is something else than the configuration says.
 */
public final class Roots {
  private Roots() {}

  /**
   * Writes entry 0 if the log is empty, and checks it otherwise.
   *
   * @throws LandingException.NeedsOperator if the root belongs to another dataset, granularity,
   *     Kafka cluster, or a newer format
   */
  public static void createOrCheck(
      Journal journal, String dataset, Granularity granularity, String kafkaCluster) {
    journal.append(
        state -> {
          if (state.created().isEmpty()) {
            return Optional.of(
                new LogEntry.Created(
                    LogEntry.Created.FORMAT,
                    dataset,
                    UUID.randomUUID().toString(),
                    granularity,
                    kafkaCluster));
          }
          check(state.created().get(), dataset, granularity);
          requireSame("Kafka cluster", state.created().get().kafkaCluster(), kafkaCluster);
          return Optional.empty();
        });
  }

  /** As {@link #createOrCheck}, for those who do not know Kafka. */
  public static void check(LogEntry.Created created, String dataset, Granularity granularity) {
    if (created.format() > LogEntry.Created.FORMAT) {
      throw new LandingException.NeedsOperator(
          "The root has format "
              + created.format()
              + "; this program reads up to "
              + LogEntry.Created.FORMAT
              + ". Use a newer Tidemark.");
    }
    requireSame("dataset", created.dataset(), dataset);
    requireSame("granularity", created.granularity(), granularity);
  }

  private static void requireSame(String what, Object inRoot, Object configured) {
    if (!inRoot.equals(configured)) {
      throw new LandingException.NeedsOperator(
          "The root was made for "
              + what
              + " '"
              + inRoot
              + "', but the configuration says '"
              + configured
              + "'. Correct the configuration (or the --set that was given last time), or choose another root.");
    }
  }
}
