package dev.tidemark.coordinator.observe;

import dev.tidemark.landing.HowLong;
import dev.tidemark.landing.WithoutTrace;
import dev.tidemark.landing.log.LandingState;
import dev.tidemark.landing.log.LogRecord;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Whether a coordinator does its work: it is well as long as a tick got on within a limit, or since
 * its start, nothing that it was to write failed since it last wrote, and the root takes a file
 * where nobody wrote. A tick that found the file system away did not end; one that can read and not
 * write, such as for a quota, gets nothing done.
 */
public final class TickHealth implements CoordinatorListener {
  private static final Duration LEAST = Duration.ofMinutes(1);
  private static final int PAUSES = 6;

  private final String dataset;
  private final Clock clock;
  private final Duration limit;
  private volatile Instant lastSign;
  private volatile Optional<Instant> lastTick = Optional.empty();
  private volatile Optional<Long> version = Optional.empty();
  private volatile Optional<String> trouble = Optional.empty();
  private volatile Optional<Unwritten> unwritten = Optional.empty();
  private volatile Optional<Unwritten> refused = Optional.empty();

  /**
   * What could not be written.
   *
   * @param version of the log then
   */
  private record Unwritten(long version, String why) {}

  /**
   * Begins now.
   *
   * @param pause the longest from one tick to the next
   */
  public TickHealth(String dataset, Duration pause, Clock clock) {
    this.dataset = dataset;
    this.clock = clock;
    this.lastSign = clock.instant();
    Duration pauses = pause.multipliedBy(PAUSES);
    this.limit = pauses.compareTo(LEAST) > 0 ? pauses : LEAST;
  }

  /**
   * How one dataset is.
   *
   * @param lastTick when one last ended
   * @param logVersion of the landing log, when it was last read; -1 if it is empty
   * @param logReadable whether the last tick could read it
   * @param logWritable whether what was last to be written there was written, and a file that was
   *     written to see whether it can be
   * @param reason why it is not well, or what the last tick met with
   */
  public record Health(
      String dataset,
      boolean well,
      Optional<Instant> lastTick,
      Duration limit,
      Optional<Long> logVersion,
      boolean logReadable,
      boolean logWritable,
      Optional<String> reason) {

    /** Without what an exception says, which may name paths, hosts and what others sent. */
    public Health withoutDetails() {
      return new Health(
          dataset,
          well,
          lastTick,
          limit,
          logVersion,
          logReadable,
          logWritable,
          reason.map(r -> "The coordinator's log says why."));
    }
  }

  public Health now() {
    Optional<String> met = trouble;
    Optional<Unwritten> last = unwritten.or(() -> refused);
    boolean silent = clock.instant().isAfter(lastSign.plus(limit));
    return new Health(
        dataset,
        !silent && last.isEmpty(),
        lastTick,
        limit,
        version,
        met.isEmpty(),
        last.isEmpty(),
        met.or(() -> last.map(Unwritten::why))
            .or(
                () ->
                    silent
                        ? Optional.of("No tick has got on for " + HowLong.of(limit) + ".")
                        : Optional.empty()));
  }

  @Override
  public void looked(LandingState state) {
    // Once a round: a tick that has much to do is no tick that hangs.
    version = Optional.of(state.version());
    lastSign = clock.instant();
    // By whomever: then it can be written to, and what was not known to be written may have been.
    unwritten = unwritten.filter(u -> state.version() <= u.version());
    refused = refused.filter(u -> state.version() <= u.version());
  }

  @Override
  public void appended(LandingState before, LogRecord record) {
    unwritten = Optional.empty();
    refused = Optional.empty();
  }

  @Override
  public void writeFailed(RuntimeException error) {
    unwritten = Optional.of(unwritten(error));
  }

  @Override
  public void writeChecked(Optional<? extends RuntimeException> error) {
    // A file that was written does not say that an entry can be: the log may have other rights.
    refused = error.map(this::unwritten);
  }

  private Unwritten unwritten(RuntimeException error) {
    return new Unwritten(version.orElse(-1L), WithoutTrace.of(error));
  }

  @Override
  public void ticked(Duration took) {
    trouble = Optional.empty();
    lastSign = clock.instant();
    lastTick = Optional.of(lastSign);
  }

  @Override
  public void tickFailed(RuntimeException error) {
    trouble = Optional.of(WithoutTrace.of(error));
  }
}
