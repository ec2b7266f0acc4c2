package dev.tidemark.coordinator.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.coordinator.World;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.config.RetentionConfig;
import dev.tidemark.landing.fs.MemoryFileSystem;
import dev.tidemark.landing.log.LogEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Hour 13 ends at 14:00, is published at 14:06, and restated at 15:00. */
class RetentionTest {
  private static final String H13 = "2026-08-22T13";
  private static final PartitionId P13 = PartitionId.parse(H13);
  private static final Optional<Duration> NEVER = Optional.empty();
  private static final Optional<Duration> DAY = Optional.of(Duration.ofDays(1));
  private static final Optional<Duration> WEEK = Optional.of(Duration.ofDays(7));

  private final World world = new World(new MemoryFileSystem());

  private Optional<LogEntry.Expire> due(String now) {
    return new Retention(world.dataset()).due(world.partition(H13), Instant.parse(now));
  }

  private static Optional<LogEntry.Expire> of(
      boolean published, Optional<Long> replaced, Long... generations) {
    return Optional.of(
        new LogEntry.Expire(
            P13, new TreeSet<>(List.of(generations)), published, replaced, Optional.empty()));
  }

  private void keeps(
      Optional<Duration> published, Optional<Duration> archive, Optional<Duration> replaced) {
    world.keeps(new RetentionConfig(published, archive, replaced, RetentionConfig.LEAST_LOG));
  }

  private void published() {
    world.lands(H13, "a").watermarkReaches("2026-08-22T14:06:00Z").coordinatorTicks();
  }

  private long restated() {
    published();
    world.clockReaches("2026-08-22T14:50:00Z").lands(H13, "late");
    long late = world.partition(H13).open().orElseThrow().id().number();
    world.clockReaches("2026-08-22T15:00:00Z").coordinatorTicks();
    return late;
  }

  @Test
  void without_an_age_nothing_expires() {
    restated();
    assertThat(new Retention(world.dataset()).isOn()).isFalse();
    assertThat(due("2126-08-22T14:00:00Z")).isEmpty();
  }

  @Test
  void an_age_counts_from_the_last_publication_where_that_is_later_than_the_end() {
    keeps(WEEK, DAY, NEVER);
    published();
    assertThat(due("2026-08-23T14:05:59Z")).isEmpty();
    assertThat(due("2026-08-23T14:06:00Z")).isEqualTo(of(false, Optional.empty(), 0L));
    assertThat(due("2026-08-29T14:06:00Z")).isEqualTo(of(true, Optional.empty(), 0L));
  }

  @Test
  void a_replaced_revision_has_its_age_from_when_it_was_replaced() {
    keeps(NEVER, NEVER, DAY);
    restated();
    long replacing = world.partition(H13).publication().orElseThrow().version();
    assertThat(due("2026-08-23T14:59:59Z")).isEmpty();
    assertThat(due("2026-08-23T15:00:00Z")).isEqualTo(of(false, Optional.of(replacing)));
  }

  @Test
  void with_what_is_published_go_all_replaced_revisions() {
    keeps(DAY, NEVER, NEVER);
    long late = restated();
    assertThat(world.partition(H13).published()).contains(0L, late);
    LogEntry.Expire expire = due("2026-08-23T15:00:00Z").orElseThrow();
    assertThat(expire).isEqualTo(of(true, Optional.empty()).orElseThrow());
    assertThat(world.partition(H13).kept()).hasSize(1);
    assertThat(world.partition(H13).keptAfter(expire)).isEmpty();
  }

  @Test
  void what_is_not_archived_held_pinned_or_waits_does_not_expire() {
    String late = "2027-08-22T14:00:00Z";
    keeps(DAY, DAY, DAY);
    world.lands(H13, "a");
    assertThat(due(late)).isEmpty();
    world.closes(H13);
    assertThat(due(late)).isEmpty();
    world.watermarkReaches("2026-08-22T14:06:00Z").coordinatorTicks();
    assertThat(due(late)).isPresent();

    world.operations().hold(P13, "look first");
    assertThat(due(late)).isEmpty();
    world.operations().release(P13, "seen");
    assertThat(due(late)).isPresent();

    world.operations().reprocess(P13, "again");
    assertThat(due(late)).isEmpty();
    world.coordinatorTicks();
    assertThat(due(late)).isPresent();

    world.operations().rollback(P13, 1, "back");
    world.coordinatorTicks();
    assertThat(world.partition(H13).pin()).isPresent();
    assertThat(due(late)).isEmpty();
  }

  @Test
  void an_hour_without_events_has_nothing_in_the_archive() {
    keeps(NEVER, DAY, NEVER);
    world.lands("2026-08-22T12", "a").watermarkReaches("2026-08-22T14:06:00Z").coordinatorTicks();
    assertThat(world.partition(H13).publication()).isPresent();
    assertThat(due("2027-08-22T14:00:00Z")).isEmpty();
  }
}
