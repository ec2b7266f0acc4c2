package dev.tidemark.ingest.sink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.landing.TopicPartition;
import dev.tidemark.landing.log.LogEntry;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TaskMergeTest {
  private static final TopicPartition P0 = new TopicPartition("id of a", 0);
  private final TaskMerge merge = new TaskMerge(name -> "id of " + name);

  @Test
  void tasks_that_read_one_partition_together_make_one_span() {
    TaskCommit early = task(read("a", 0, 10, 10, 15, 4, 1, 0, 100));
    TaskCommit late = task(read("a", 0, 10, 15, 20, 5, 0, 2, TaskCommit.NO_TIME));
    for (List<TaskCommit> tasks : List.of(List.of(early, late), List.of(late, early))) {
      TaskCommit.ReadSpan both = merge.reads(tasks).get(P0);
      assertThat(both).isEqualTo(read("a", 0, 10, 10, 20, 9, 1, 2, 100));
    }
  }

  @Test
  void a_task_that_passed_over_everything_adds_nothing() {
    TaskCommit.ReadSpan some = read("a", 0, 10, 12, 15, 3, 0, 0, 100);
    TaskCommit.ReadSpan none =
        read("a", 0, 10, TaskCommit.NO_OFFSET, 10, 0, 0, 0, TaskCommit.NO_TIME);
    assertThat(merge.reads(List.of(task(none), task(some))).get(P0)).isEqualTo(some);
  }

  @Test
  void partitions_and_topics_stay_apart() {
    List<TaskCommit> tasks =
        List.of(
            task(read("a", 0, 0, 0, 1, 1, 0, 0, 1), read("b", 0, 0, 0, 2, 2, 0, 0, 1)),
            task(read("a", 1, 0, 0, 3, 3, 0, 0, 1)));
    assertThat(TaskMerge.topics(tasks)).containsExactly("a", "b");
    assertThat(merge.reads(tasks))
        .containsOnlyKeys(P0, new TopicPartition("id of a", 1), new TopicPartition("id of b", 0));
  }

  @ParameterizedTest(name = "told {0}, read [{1}, 20), log at {2}: from {3}")
  @CsvSource({
    // As the task was told.
    "10, 10, 10, 10",
    "10, 14, 10, 10",
    // The log passed over offsets without records meanwhile.
    "10, 14, 12, 12",
    "10, 14, 14, 14",
    // Another run landed what was read: stays, and is refused.
    "10, 14, 15, 10",
    "10, 10, 20, 10",
  })
  void a_span_begins_where_the_log_is_unless_that_would_land_twice(
      long told, long first, long landed, long from) {
    LogEntry.Span span = TaskMerge.span(P0, read("a", 0, told, first, 20, 6, 0, 0, 7), landed);
    assertThat(span.from()).isEqualTo(from);
    assertThat(span.until()).isEqualTo(20);
    assertThat(span.rows()).isEqualTo(6);
    assertThat(span.maxTime()).contains(Instant.ofEpochMilli(7));
  }

  @Test
  void no_time_stays_none() {
    TaskCommit.ReadSpan read = read("a", 0, 0, 0, 1, 0, 1, 1, TaskCommit.NO_TIME);
    assertThat(TaskMerge.span(P0, read, 0).maxTime()).isEqualTo(Optional.empty());
  }

  private static TaskCommit task(TaskCommit.ReadSpan... spans) {
    return new TaskCommit(List.of(spans), List.of(), EventTimeCounts.NONE);
  }

  private static TaskCommit.ReadSpan read(
      String topic,
      int partition,
      long from,
      long first,
      long until,
      long rows,
      long nulls,
      long ignored,
      long maxTime) {
    return new TaskCommit.ReadSpan(
        topic, partition, from, first, until, rows, nulls, ignored, maxTime);
  }
}
