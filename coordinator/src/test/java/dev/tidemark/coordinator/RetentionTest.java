package dev.tidemark.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.coordinator.audit.Audit;
import dev.tidemark.coordinator.audit.AuditReport;
import dev.tidemark.coordinator.operations.PartitionSummary;
import dev.tidemark.coordinator.operations.RefusedException;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.config.RetentionConfig;
import dev.tidemark.landing.fs.MemoryFileSystem;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What becomes of an hour that is old, and of what still comes for it. */
class RetentionTest {
  private static final String H13 = "2026-08-22T13";
  private static final PartitionId P13 = PartitionId.parse(H13);
  private static final Optional<Duration> NEVER = Optional.empty();
  private static final Optional<Duration> DAY = Optional.of(Duration.ofDays(1));

  private final MemoryFileSystem files = new MemoryFileSystem();
  private final World world = new World(files);

  private void expires(
      Optional<Duration> published, Optional<Duration> archive, Optional<Duration> replaced) {
    world.lands(H13, "a", "b").watermarkReaches("2026-08-22T14:06:00Z").coordinatorTicks();
    world.lands(H13, "late").timePasses(Duration.ofMinutes(10)).coordinatorTicks();
    world.keeps(new RetentionConfig(published, archive, replaced, RetentionConfig.LEAST_LOG));
    world.timePasses(Duration.ofDays(2)).coordinatorTicks();
    assertThat(world.rests(H13)).isTrue();
  }

  private AuditReport audit() {
    return new Audit(world.newJournal(), files).run(Optional.empty(), Optional.empty());
  }

  private String explained() {
    return world.operations().explain(P13).waitsFor();
  }

  private PartitionSummary summary() {
    return world.operations().summary(world.partition(H13));
  }

  @Test
  void the_coordinator_removes_old_archives_and_leaves_what_is_published() {
    expires(NEVER, DAY, NEVER);
    assertThat(world.finalRows(H13)).containsExactly("a", "b", "late");
    assertThat(world.names("archive")).isEmpty();
    assertThat(summary().standing()).isEqualTo(PartitionSummary.Standing.EXPIRED);
    assertThat(summary().files()).isZero();
    assertThat(summary().out()).isEqualTo(3);
    assertThat(explained())
        .isEqualTo(
            "Nothing: it has expired. Retention removed its archived files. What is published stays"
                + " as it is.");
    assertThat(audit().findings()).isEmpty();
    assertThatThrownBy(() -> world.operations().reprocess(P13, "again"))
        .isInstanceOf(RefusedException.class)
        .hasMessage(
            "2026-08-22T13 cannot be processed again: retention has deleted its archived files."
                + " What is published stays.");
  }

  @Test
  void events_that_come_when_the_archive_is_gone_are_kept_and_reported() {
    expires(NEVER, DAY, NEVER);
    world.lands(H13, "too late");
    assertThat(explained()).contains("1 row came after that: to be kept in archive");
    world.timePasses(Duration.ofMinutes(10)).coordinatorTicks();
    assertThat(world.finalRows(H13)).containsExactly("a", "b", "late");
    assertThat(world.archivedRows(H13)).containsExactly("too late");
    assertThat(world.rests(H13)).isTrue();
    assertThat(explained()).contains("1 row came after that: kept in archive");
    assertThat(summary().note().orElseThrow()).contains("1 row came after retention had removed");
    AuditReport report = audit();
    assertThat(report.findings()).isEmpty();
    assertThat(report.totals()).isEqualTo(new AuditReport.Totals(1, 4, 3, 0, 0, 0, 1));
    assertThat(report.notes())
        .singleElement()
        .satisfies(n -> assertThat(n.what()).contains("1 row came when retention had removed"));

    // However old: nothing else holds these.
    world.timePasses(Duration.ofDays(400)).coordinatorTicks();
    assertThat(world.archivedRows(H13)).containsExactly("too late");
  }

  @Test
  void what_is_removed_from_final_is_published_again_from_the_archive_if_somebody_asks() {
    expires(DAY, NEVER, NEVER);
    assertThat(world.finalRows(H13)).isEmpty();
    assertThat(world.isDone(H13)).isFalse();
    assertThat(audit().findings()).isEmpty();
    assertThat(world.archivedRows(H13)).containsExactly("a", "b", "late");
    assertThat(summary().out()).isZero();
    assertThat(explained()).contains("Retention removed what was published.");
    assertThat(world.replacedLeft(H13).values())
        .hasSize(3)
        .allSatisfy(held -> assertThat(held).hasSize(1));

    world.lands(H13, "too late").timePasses(Duration.ofMinutes(10)).coordinatorTicks();
    assertThat(world.finalRows(H13)).isEmpty();
    assertThat(world.archivedRows(H13)).containsExactly("a", "b", "late", "too late");

    world.operations().reprocess(P13, "needed once more");
    world.coordinatorTicks();
    assertThat(world.finalRows(H13)).containsExactly("a", "b", "late", "too late");
    assertThat(world.partition(H13).kept()).isEmpty();
    assertThat(audit().totals()).isEqualTo(new AuditReport.Totals(1, 4, 4, 0, 0, 0, 0));

    world.timePasses(Duration.ofHours(23)).coordinatorTicks();
    assertThat(world.finalRows(H13)).hasSize(4);
    world.timePasses(Duration.ofHours(2)).coordinatorTicks();
    assertThat(world.finalRows(H13)).isEmpty();
    assertThat(audit().findings()).isEmpty();
  }

  @Test
  void replaced_revisions_are_emptied_and_their_names_stay() {
    expires(NEVER, NEVER, DAY);
    assertThat(world.finalRows(H13)).containsExactly("a", "b", "late");
    assertThat(world.replacedLeft(H13).values())
        .containsExactlyInAnyOrder(List.of("_nothing_replaced"), List.of("_expired"));
    assertThat(summary().standing()).isEqualTo(PartitionSummary.Standing.ARCHIVED);
    assertThatThrownBy(() -> world.operations().earlier(P13, Optional.of(1)))
        .isInstanceOf(RefusedException.class)
        .hasMessage(
            "2026-08-22T13 cannot go back to revision 1: retention has emptied it, and no earlier"
                + " one is kept.");
    assertThatThrownBy(() -> world.operations().rollback(P13, 1, "back"))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("cannot go back to revision 1: retention has emptied it");

    world.lands(H13, "later").timePasses(Duration.ofMinutes(10)).coordinatorTicks();
    assertThat(world.finalRows(H13)).containsExactly("a", "b", "late", "later");
    world.operations().rollback(P13, 2, "back");
    world.coordinatorTicks();
    assertThat(world.finalRows(H13)).containsExactly("a", "b", "late");
  }

  @Test
  void an_hour_that_is_held_stays_until_it_is_released() {
    world.lands(H13, "a").watermarkReaches("2026-08-22T14:06:00Z").coordinatorTicks();
    world.operations().hold(P13, "needed");
    world.keeps(new RetentionConfig(DAY, DAY, DAY, RetentionConfig.LEAST_LOG));
    world.timePasses(Duration.ofDays(2)).coordinatorTicks();
    assertThat(world.finalRows(H13)).containsExactly("a");
    assertThat(world.archivedRows(H13)).containsExactly("a");
    world.operations().release(P13, "done");
    world.timePasses(Duration.ofHours(2)).coordinatorTicks();
    assertThat(world.finalRows(H13)).isEmpty();
    assertThat(world.archivedRows(H13)).isEmpty();
    assertThat(explained()).contains("what was published and its archived files");
  }

  @Test
  void a_copy_can_be_published_when_the_archive_is_gone() {
    expires(NEVER, DAY, NEVER);
    world.operations().rollback(P13, 1, "late was wrong");
    world.coordinatorTicks();
    assertThat(world.finalRows(H13)).containsExactly("a", "b");
    world.operations().release(P13, "seen");
    world.coordinatorTicks();
    assertThat(world.finalRows(H13)).containsExactly("a", "b");
    assertThat(world.rests(H13)).isTrue();
  }
}
