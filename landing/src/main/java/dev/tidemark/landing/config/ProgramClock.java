package dev.tidemark.landing.config;

import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;

/**
 * The clock of a program: the system's, in UTC.
 *
 * <p>To see what a clock does that is set while the program runs, the system property {@value
 * #STEP_FILE} names a file with the seconds, {@code +7} or {@code -7}, by which it is wrong. It is
 * read again every 200 ms; a file that is not there, or holds no number, is no step.
 */
public final class ProgramClock {
  /** Names the file, for {@code -D}. */
  public static final String STEP_FILE = "tidemark.clock.step-file";

  private ProgramClock() {}

  public static Clock utc() {
    String file = System.getProperty(STEP_FILE);
    return file == null ? Clock.systemUTC() : new Stepped(Clock.systemUTC(), new Step(file));
  }

  /** How far the clock is off. Spark sends clocks to its executors, which look for themselves. */
  private static final class Step implements Serializable {
    private static final long serialVersionUID = 1;
    private static final long LOOK_NANOS = Duration.ofMillis(200).toNanos();

    private final String file;
    private transient volatile long millis;
    private transient volatile long lookedAt;

    Step(String file) {
      this.file = file;
      look();
    }

    long millis() {
      if (System.nanoTime() - lookedAt > LOOK_NANOS) {
        look();
      }
      return millis;
    }

    private void look() {
      lookedAt = System.nanoTime();
      try {
        millis = 1_000 * Long.parseLong(Files.readString(Path.of(file)).strip());
      } catch (IOException | NumberFormatException e) {
        millis = 0;
      }
    }
  }

  private static final class Stepped extends Clock implements Serializable {
    private static final long serialVersionUID = 1;

    private final Clock right;
    private final Step step;

    Stepped(Clock right, Step step) {
      this.right = right;
      this.step = step;
    }

    @Override
    public ZoneId getZone() {
      return right.getZone();
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return new Stepped(right.withZone(zone), step);
    }

    @Override
    public Instant instant() {
      return right.instant().plusMillis(step.millis());
    }
  }
}
