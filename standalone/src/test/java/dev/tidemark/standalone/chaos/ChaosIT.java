package dev.tidemark.standalone.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The fault suite on a few seeds, a short while each; longer, and on others, with {@code
 * -Dtidemark.chaos.minutes=30 -Dtidemark.chaos.seeds=1,2,3}.
 */
class ChaosIT {
  private static final Logger LOG = LoggerFactory.getLogger(ChaosIT.class);
  private static final Path HOME = Path.of("..").toAbsolutePath().normalize();
  private static final double MINUTES =
      Double.parseDouble(System.getProperty("tidemark.chaos.minutes", "0.5"));

  static LongStream seeds() {
    return Arrays.stream(System.getProperty("tidemark.chaos.seeds", "1,2,3").split(","))
        .mapToLong(Long::parseLong);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  @Timeout(36_000)
  void nothing_that_was_acknowledged_is_lost_or_there_twice_and_nothing_is_stuck(
      long seed, @TempDir(cleanup = CleanupMode.ON_SUCCESS) Path directory) throws Exception {
    ChaosPlan plan =
        new ChaosPlan(
            seed,
            Duration.ofMillis((long) (MINUTES * 60_000)),
            EnumSet.allOf(FaultKind.class),
            directory.resolve("run"),
            HOME);
    Report report = new ChaosRun(plan, Clock.systemUTC(), LOG::info).run();
    LOG.info("\n{}", ReportText.of(report));
    assertThat(report.findings()).as(ReportText.of(report)).isEmpty();
  }
}
