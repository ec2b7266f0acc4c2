package dev.tidemark.landing.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramClockTest {
  @TempDir private Path directory;

  @AfterEach
  void forget() {
    System.clearProperty(ProgramClock.STEP_FILE);
  }

  @Test
  void it_is_right_and_in_utc() {
    Clock clock = ProgramClock.utc();
    assertThat(clock.getZone()).isEqualTo(ZoneOffset.UTC);
    assertThat(clock.instant())
        .isCloseTo(Clock.systemUTC().instant(), within(1, ChronoUnit.MINUTES));
  }

  @Test
  void it_is_set_ahead_and_back_while_it_is_used() throws Exception {
    Path file = Files.writeString(directory.resolve("step"), "+3600\n");
    System.setProperty(ProgramClock.STEP_FILE, file.toString());
    Clock clock = ProgramClock.utc();
    assertThat(off(clock)).isCloseTo(Duration.ofHours(1), Duration.ofMinutes(1));
    Files.writeString(file, "-3600");
    await()
        .untilAsserted(
            () -> assertThat(off(clock)).isCloseTo(Duration.ofHours(-1), Duration.ofMinutes(1)));
    Files.writeString(file, "nothing");
    await()
        .untilAsserted(
            () -> assertThat(off(clock)).isCloseTo(Duration.ZERO, Duration.ofMinutes(1)));
  }

  @Test
  void spark_can_send_it_to_where_it_works() throws Exception {
    System.setProperty(
        ProgramClock.STEP_FILE, Files.writeString(directory.resolve("step"), "60").toString());
    ByteArrayOutputStream sent = new ByteArrayOutputStream();
    new ObjectOutputStream(sent).writeObject(ProgramClock.utc());
    Clock there =
        (Clock) new ObjectInputStream(new ByteArrayInputStream(sent.toByteArray())).readObject();
    assertThat(off(there)).isCloseTo(Duration.ofMinutes(1), Duration.ofSeconds(30));
  }

  private static Duration off(Clock clock) {
    return Duration.between(Clock.systemUTC().instant(), clock.instant());
  }
}
