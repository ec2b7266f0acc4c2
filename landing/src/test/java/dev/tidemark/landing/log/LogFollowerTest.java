package dev.tidemark.landing.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.landing.Granularity;
import dev.tidemark.landing.fs.MemoryFileSystem;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A checkpoint at every fifth version; entries older than an hour may go. */
class LogFollowerTest {
  private static final Journal.Upkeep UPKEEP = new Journal.Upkeep(5, Duration.ofHours(1));

  private final MemoryFileSystem files = new MemoryFileSystem();
  private Instant now = Instant.parse("2026-08-22T12:00:00Z");
  private Journal journal = journal();

  private Journal journal() {
    return Journal.of(files, Clock.fixed(now, ZoneOffset.UTC), "test", UPKEEP);
  }

  private void append(int entries) {
    for (int i = 0; i < entries; i++) {
      journal.append(
          s ->
              Optional.of(
                  s.version() < 0
                      ? new LogEntry.Created(
                          LogEntry.Created.FORMAT, "events", "root", Granularity.HOUR, "cluster")
                      : new LogEntry.TopicAdded(
                          "t" + s.version(), "id" + s.version(), new TreeMap<>())));
    }
  }

  private void timePasses(Duration time) {
    now = now.plus(time);
    journal = journal();
  }

  /** Versions of the entries to the end; where some are gone, from and until. */
  private static List<String> toTheEnd(LogFollower follower) {
    List<String> seen = new ArrayList<>();
    for (var next = follower.next(); next.isPresent(); next = follower.next()) {
      LogFollower.Step step = next.get();
      assertThat(follower.next()).isEqualTo(next);
      seen.add(
          step.record()
              .map(r -> "" + r.version())
              .orElse(step.from() + "-" + step.after().version()));
      follower.take(step);
      assertThat(follower.state().version()).isEqualTo(follower.version());
    }
    return seen;
  }

  @Test
  void every_entry_after_a_version_comes_with_the_state_that_it_meets() {
    append(13);
    assertThat(toTheEnd(LogFollower.after(files, -1))).hasSize(13).startsWith("0", "1");
    LogFollower follower = LogFollower.after(files, 9);
    assertThat(follower.state().topics()).hasSize(9);
    assertThat(toTheEnd(follower)).containsExactly("10", "11", "12");
    append(1);
    assertThat(toTheEnd(follower)).containsExactly("13");
  }

  @Test
  void at_the_newest_nothing_comes_but_what_is_new() {
    LogFollower empty = LogFollower.atNewest(files);
    assertThat(empty.version()).isEqualTo(-1);
    append(13);
    assertThat(toTheEnd(empty)).hasSize(13);
    LogFollower follower = LogFollower.atNewest(files);
    assertThat(follower.next()).isEmpty();
    append(2);
    assertThat(toTheEnd(follower)).containsExactly("13", "14");
  }

  @Test
  void of_what_was_cleaned_up_it_says_which_versions() {
    append(13);
    LogFollower asleep = LogFollower.after(files, 3);
    timePasses(Duration.ofHours(2));
    append(10);
    long oldest = new LandingLog(files).oldest();
    assertThat(oldest).isGreaterThan(5);
    List<String> expected = new ArrayList<>(List.of("4-" + oldest));
    for (long version = oldest + 1; version <= 22; version++) {
      expected.add("" + version);
    }
    assertThat(toTheEnd(LogFollower.after(files, 3))).isEqualTo(expected);
    assertThat(toTheEnd(asleep)).isEqualTo(expected);
    assertThat(toTheEnd(LogFollower.after(files, oldest)).get(0)).isEqualTo("" + (oldest + 1));
  }

  @Test
  void a_log_that_was_restored_from_an_older_copy_goes_on_where_it_ends() {
    append(13);
    LogFollower follower = LogFollower.after(files, 50);
    assertThat(follower.version()).isEqualTo(12);
    append(1);
    assertThat(toTheEnd(follower)).containsExactly("13");
  }

  @Test
  void an_entry_that_does_not_follow_is_none() throws IOException {
    append(3);
    files.write(
        "_landing/log/00000000000000000003.json",
        dev.tidemark.landing.LandingJson.write(
            new LogRecord(
                3, "x", Optional.of("nobody"), now, "sleeper", new LogEntry.Fence("run"))));
    assertThat(LogFollower.after(files, 2).next()).isEmpty();
  }
}
