package dev.tidemark.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.landing.Granularity;
import dev.tidemark.landing.LandingZone;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.log.LogEntry;
import dev.tidemark.landing.log.PartitionState;
import dev.tidemark.landing.log.Publication;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;

/**
 * Three months of hours, or as many days as {@code -Dtidemark.simulated-days} says; another life
 * with {@code -Dtidemark.simulated-seed}.
 */
class LongTimeTest {
  private static final int HOURS = 24 * Integer.getInteger("tidemark.simulated-days", 92);
  private static final long SEED = Long.getLong("tidemark.simulated-seed", 1);

  @Test
  void after_months_of_trouble_every_hour_is_published_and_a_tick_costs_what_it_did() {
    LongTime time = new LongTime(SEED).live(HOURS);
    everyHourIsPublished(time);
    whatIsPublishedIsWhatLanded(time);
    workDoesNotGrow(time);
  }

  private static void everyHourIsPublished(LongTime time) {
    assertThat(time.world.state().partitions()).isEmpty();
    PartitionId last = time.at(HOURS - 1);
    assertThat(time.world.state().isClosed(last)).isTrue();
    for (PartitionId id = time.first; id.compareTo(last) <= 0; id = id.next(Granularity.HOUR)) {
      assertThat(time.world.isDone(id.toString())).as("%s is published", id).isTrue();
    }
  }

  private static void whatIsPublishedIsWhatLanded(LongTime time) {
    time.landed.forEach(
        (id, lines) -> {
          PartitionState p = time.world.partition(id.toString());
          Publication published = p.publication().orElseThrow();
          LinkedHashSet<String> distinct = new LinkedHashSet<>(lines);
          assertThat(time.world.finalRows(id.toString()))
              .as("%s", id)
              .containsExactlyInAnyOrderElementsOf(distinct);
          assertThat(published.counts())
              .as("%s", id)
              .isEqualTo(
                  new LogEntry.Counts(
                      lines.size(), distinct.size(), lines.size() - distinct.size(), 0));
          assertThat(published.generations()).as("%s", id).isEqualTo(p.generations().keySet());
          assertThat(published.revision()).as("%s", id).isBetween(1, p.generations().size());
          assertThat(time.files.arrivedAt(LandingZone.published(id)))
              .as("%s arrived in final once a revision", id)
              .isEqualTo(published.revision());
        });
  }

  /** Neither of a look when nothing is due, nor of carrying an hour on. */
  private static void workDoesNotGrow(LongTime time) {
    List<LongTime.MonthOfWork> months = time.months();
    LongTime.MonthOfWork first = months.get(0);
    List<ToLongFunction<CountingFiles.Work>> kinds =
        List.of(
            CountingFiles.Work::operations, CountingFiles.Work::listed, CountingFiles.Work::read);
    for (LongTime.MonthOfWork month : months) {
      for (ToLongFunction<CountingFiles.Work> kind : kinds) {
        // Of the checkpoints of a week there are some more after a busy one.
        assertThat(4 * medianIdle(month, kind)).isLessThanOrEqualTo(5 * medianIdle(first, kind));
        assertThat(anHour(month, kind)).isLessThan(2 * anHour(first, kind));
      }
    }
  }

  private static long medianIdle(
      LongTime.MonthOfWork month, ToLongFunction<CountingFiles.Work> kind) {
    return month.idleTicks.stream()
        .mapToLong(kind)
        .sorted()
        .skip(month.idleTicks.size() / 2)
        .findFirst()
        .orElseThrow();
  }

  private static long anHour(LongTime.MonthOfWork month, ToLongFunction<CountingFiles.Work> kind) {
    return kind.applyAsLong(month.all) / month.hours;
  }
}
