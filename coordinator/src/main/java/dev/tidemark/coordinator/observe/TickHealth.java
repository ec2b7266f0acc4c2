package dev.tidemark.coordinator.observe;

import dev.tidemark.landing.log.LandingState;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Whether a coordinator does its work: it is well as long as a tick ended within a limit, or since
 * its start. A tick that found the file system away did not end.
 */
public final class TickHealth implements CoordinatorListener {
  private static final Duration LEAST = Duration.ofMinutes(1);
  private static final int PAUSES = 6;

  private final String dataset;
  private final Clock clock;
  private final Instant start;
  private final Duration limit;
  private volatile Optional<Instant> lastTick = Optional.empty();
  private volatile Optional<Long> version = Optional.empty();
  private volatile Optional<String> trouble = Optional.empty();

  /**
   * Begins now.
   *
   * @param pause the longest from one tick to the next
   */
  public TickHealth(String dataset, Duration pause, Clock clock) {
    this.dataset = dataset;
    this.clock = clock;
    this.start = clock.instant();
    Duration pauses = pause.multipliedBy(PAUSES);
    this.limit = pauses.compareTo(LEAST) > 0 ? pauses : LEAST;
  }

  /**
   * How one dataset is.
   *
   * @param lastTick when one last ended
   * @param logVersion of the landing log, when it was last read; -1 if it is empty
   * @param logReadable whether the last tick could read it
   * @param reason why it is not well, or what the last tick met with
   */
  public record Health(
      String dataset,
      boolean well,
      Optional<Instant> lastTick,
      Duration limit,
      Optional<Long> logVersion,
      boolean logReadable,
      Optional<String> reason) {}

  public Health now() {
    Optional<String> met = trouble;
    Optional<Instant> last = lastTick;
    boolean well = !clock.instant().isAfter(last.orElse(start).plus(limit));
    Optional<String> silent =
        well ? Optional.empty() : Optional.of("No tick has ended for " + limit + ".");
    return new Health(dataset, well, last, limit, version, met.isEmpty(), met.or(() -> silent));
  }

  @Override
  public void looked(LandingState state) {
    version = Optional.of(state.version());
  }

  @Override
  public void ticked(Duration took) {
    trouble = Optional.empty();
    lastTick = Optional.of(clock.instant());
  }

  @Override
  public void tickFailed(RuntimeException error) {
    trouble = Optional.of(String.valueOf(error.getMessage()));
  }
}
