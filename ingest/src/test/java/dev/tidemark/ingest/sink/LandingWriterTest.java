package dev.tidemark.ingest.sink;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.landing.Granularity;
import dev.tidemark.landing.OffsetRange;
import dev.tidemark.landing.config.EventTimeConfig;
import dev.tidemark.landing.config.JsonPath;
import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.fs.MemoryFileSystem;
import dev.tidemark.landing.fs.MemoryFileSystem.Fault.Effect;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.unsafe.types.UTF8String;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("locale")
class LandingWriterTest {
  private static final Instant T13 = Instant.parse("2026-08-22T13:00:00Z");
  private static final Instant T14 = Instant.parse("2026-08-22T14:00:00Z");
  private static final Instant NOW = Instant.parse("2026-08-22T15:30:00Z");
  private static final String EPOCH = "raw/.inflight/run/7";
  private static final RowLayout LAYOUT = new RowLayout(0, false, 1, 2, 3, 4);

  private String failing = "";
  private EventTimeConfig eventTime;
  private final MemoryFileSystem files =
      new MemoryFileSystem(
          (operation, path) -> operation.equals(failing) ? Effect.FAIL_BEFORE : Effect.NONE);

  @Test
  void line_k_is_the_kth_offset_of_the_ranges() throws IOException {
    LandingWriter writer = writer(Map.of("events/0", 10L));
    for (long offset : new long[] {10, 11, 15, 16, 20}) {
      writer.write(row("v" + offset, 0, offset, T13));
    }
    TaskCommit.WrittenFile file = onlyFile(commit(writer));
    assertThat(file.offsets())
        .containsExactly(new OffsetRange(10, 12), new OffsetRange(15, 17), new OffsetRange(20, 21));
    assertThat(contents(file)).isEqualTo("v10\nv11\nv15\nv16\nv20\n");
    assertThat(file.rows()).isEqualTo(5);
    assertThat(file.bytes()).isEqualTo(20);
    assertThat(file.partitionStart()).isEqualTo(T13);
  }

  @Test
  void records_of_two_hours_and_partitions_go_to_files_of_their_own() throws IOException {
    LandingWriter writer = writer(Map.of());
    writer.write(row("a", 0, 0, T13));
    writer.write(row("b", 1, 0, T13));
    writer.write(row("c", 0, 1, T14));
    writer.write(row("d", 0, 2, T13.plusSeconds(3599)));
    TaskCommit commit = commit(writer);
    assertThat(commit.files())
        .extracting(f -> f.partition() + " " + f.partitionStart() + " " + f.offsets())
        .containsExactlyInAnyOrder(
            "0 2026-08-22T13:00:00Z [[0, 1), [2, 3)]",
            "0 2026-08-22T14:00:00Z [[1, 2)]",
            "1 2026-08-22T13:00:00Z [[0, 1)]");
    assertThat(commit.spans())
        .extracting(s -> s.partition() + " [" + s.from() + ", " + s.until() + ") " + s.rows())
        .containsExactly("0 [0, 3) 3", "1 [0, 1) 1");
  }

  @Test
  void what_is_landed_already_is_passed_over() throws IOException {
    LandingWriter writer = writer(Map.of("events/0", 3L));
    for (long offset = 0; offset < 5; offset++) {
      writer.write(row("v" + offset, 0, offset, T13));
    }
    TaskCommit commit = commit(writer);
    assertThat(contents(onlyFile(commit))).isEqualTo("v3\nv4\n");
    TaskCommit.ReadSpan span = commit.spans().get(0);
    assertThat(span.from()).isEqualTo(3);
    assertThat(span.first()).isEqualTo(3);
    assertThat(span.until()).isEqualTo(5);

    LandingWriter replay = writer(Map.of("events/0", 5L));
    replay.write(row("v4", 0, 4, T13));
    TaskCommit nothing = commit(replay);
    assertThat(nothing.files()).isEmpty();
    assertThat(nothing.spans())
        .singleElement()
        .satisfies(s -> assertThat(s.until()).isEqualTo(s.from()));
  }

  @Test
  void what_is_landed_ahead_of_the_others_is_read_and_has_no_line() throws IOException {
    LandingWriter writer =
        writer(
            Map.of("events/0", 1L),
            Map.of("events/0", List.of(new OffsetRange(2, 4), new OffsetRange(5, 9))));
    for (long offset = 0; offset < 7; offset++) {
      writer.write(row("v" + offset, 0, offset, T13));
    }
    TaskCommit commit = commit(writer);
    assertThat(contents(onlyFile(commit))).isEqualTo("v1\nv4\n");
    assertThat(commit.files().get(0).offsets())
        .containsExactly(new OffsetRange(1, 2), new OffsetRange(4, 5));
    assertThat(commit.spans())
        .singleElement()
        .satisfies(s -> assertThat(s.until()).isEqualTo(7))
        .satisfies(s -> assertThat(s.rows()).isEqualTo(2));
  }

  @Test
  void rows_out_of_order_are_refused_with_the_reason() throws IOException {
    LandingWriter writer = writer(Map.of());
    writer.write(row("v5", 0, 5, T13));
    writer.write(row("of another partition", 1, 0, T13));
    for (long offset : new long[] {5, 3}) {
      assertThatThrownBy(() -> writer.write(row("again", 0, offset, T13)))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("do not sort or repeat them");
    }
  }

  @Test
  void a_missing_or_wrong_time_counts_and_lands_by_the_clock() throws IOException {
    LandingWriter writer = writer(Map.of());
    writer.write(row("none", 0, 0, null));
    writer.write(row("minus one", 0, 1, Instant.ofEpochMilli(-1)));
    writer.write(row("just ahead", 0, 2, NOW.plus(Duration.ofMinutes(5))));
    writer.write(row("too far", 0, 3, NOW.plus(Duration.ofMinutes(5)).plusMillis(1)));
    writer.write(row("too far back", 0, 4, NOW.minus(Duration.ofDays(30)).minusMillis(1)));
    writer.write(row(null, 0, 5, NOW.plus(Duration.ofDays(1))));
    TaskCommit commit = commit(writer);
    TaskCommit.ReadSpan span = commit.spans().get(0);
    assertThat(span.ignoredTimes()).isEqualTo(5);
    assertThat(span.nulls()).isEqualTo(1);
    assertThat(span.rows()).isEqualTo(5);
    assertThat(span.maxTime()).isEqualTo(NOW.plus(Duration.ofMinutes(5)).toEpochMilli());
    TaskCommit.WrittenFile byClock =
        commit.files().stream()
            .filter(f -> f.partitionStart().equals(Instant.parse("2026-08-22T15:00:00Z")))
            .findFirst()
            .orElseThrow();
    assertThat(contents(byClock)).isEqualTo("none\nminus one\njust ahead\ntoo far\ntoo far back\n");
  }

  @Test
  void by_event_time_a_record_lands_where_the_event_says() throws IOException {
    eventTime = eventTime(100);
    LandingWriter writer = writer(Map.of());
    writer.write(row("{\"t\":\"2026-08-22T13:10:00Z\"}", 0, 0, T14));
    writer.write(row("{\"t\":\"2026-08-21T13:10:00Z\"}", 0, 1, T14));
    writer.write(row("{\"t\":\"2026-08-20T13:10:00Z\"}", 0, 2, T14));
    writer.write(row("{\"t\":\"2026-08-22T15:41:00Z\"}", 0, 3, T14));
    writer.write(row("{\"t\":\"2026-08-22T16:00:00Z\"}", 0, 4, T14));
    writer.write(row("not JSON", 0, 5, T14));
    writer.write(row("not JSON", 0, 6, null));
    writer.write(row(null, 0, 7, T14));
    TaskCommit commit = commit(writer);
    assertThat(commit.files())
        .extracting(f -> f.partitionStart() + " " + f.offsets())
        .containsExactlyInAnyOrder(
            "2026-08-22T13:00:00Z [[0, 1)]",
            "2026-08-21T13:00:00Z [[1, 2)]",
            "2026-08-22T14:00:00Z [[2, 3), [4, 6)]",
            "2026-08-22T15:00:00Z [[3, 4), [6, 7)]");
    assertThat(commit.eventTimes()).isEqualTo(new EventTimeCounts(2, 2, 0));
    // The watermark knows record times alone.
    assertThat(commit.spans().get(0).maxTime()).isEqualTo(T14.toEpochMilli());
    assertThat(commit.spans().get(0).ignoredTimes()).isEqualTo(1);
  }

  @Test
  void garbage_opens_only_so_many_partitions() throws IOException {
    eventTime = eventTime(3);
    LandingWriter writer = writer(Map.of());
    for (int h = 0; h < 20; h++) {
      writer.write(row("{\"t\":\"" + T13.minusSeconds(3600L * h) + "\"}", 0, h, T14));
    }
    writer.write(row("{\"t\":\"" + T13 + "\"}", 0, 20, T14));
    TaskCommit commit = commit(writer);
    assertThat(commit.files())
        .extracting(f -> f.partitionStart() + " " + f.offsets())
        .containsExactlyInAnyOrder(
            "2026-08-22T13:00:00Z [[0, 1), [20, 21)]",
            "2026-08-22T12:00:00Z [[1, 2)]",
            "2026-08-22T11:00:00Z [[2, 3)]",
            "2026-08-22T15:00:00Z [[3, 20)]");
    assertThat(commit.eventTimes()).isEqualTo(new EventTimeCounts(0, 0, 17));
  }

  private static EventTimeConfig eventTime(int maxPartitions) {
    return new EventTimeConfig(
        JsonPath.parse("$.t").orElseThrow(),
        Duration.ofDays(2),
        Duration.ofMinutes(11),
        Duration.ZERO,
        maxPartitions);
  }

  @Test
  void a_task_of_null_values_alone_writes_no_file() throws IOException {
    LandingWriter writer = writer(Map.of());
    writer.write(row(null, 0, 0, T13));
    TaskCommit commit = commit(writer);
    assertThat(commit.files()).isEmpty();
    assertThat(commit.spans().get(0).nulls()).isEqualTo(1);
    assertThat(files.list(EPOCH)).isEmpty();
  }

  @Test
  void however_many_hours_come_only_so_many_files_are_open() throws IOException {
    LandingWriter writer = writer(Map.of());
    int hours = 3 * OpenFiles.MOST_OPEN;
    long offset = 0;
    for (int round = 0; round < 2; round++) {
      for (int h = 0; h < hours; h++) {
        writer.write(row("v" + offset, 0, offset++, T13.minus(Duration.ofHours(h))));
      }
    }
    // A file in memory shows its contents once it is ended.
    assertThat(files.list(EPOCH)).filteredOn(f -> f.length() == 0).hasSize(OpenFiles.MOST_OPEN);
    TaskCommit commit = commit(writer);
    assertThat(commit.files()).hasSize(2 * hours);
    assertThat(commit.files()).extracting(TaskCommit.WrittenFile::name).doesNotHaveDuplicates();
    assertThat(commit.files().stream().mapToLong(TaskCommit.WrittenFile::rows).sum())
        .isEqualTo(2L * hours);
    for (TaskCommit.WrittenFile file : commit.files()) {
      assertThat(contents(file)).isEqualTo("v" + file.offsets().get(0).from() + "\n");
    }
  }

  @Test
  void a_task_that_is_tried_again_has_names_of_its_own_and_deletes_only_those() throws IOException {
    LandingWriter first = writer(Map.of());
    LandingWriter second = writer(Map.of());
    first.write(row("a", 0, 0, T13));
    first.write(row("b", 0, 1, T14));
    second.write(row("a", 0, 0, T13));
    first.abort();
    TaskCommit.WrittenFile kept = onlyFile(commit(second));
    assertThat(names()).containsExactly(kept.name());
    second.abort();
    assertThat(names()).containsExactly(kept.name());
    assertThat(contents(kept)).isEqualTo("a\n");
  }

  @Test
  void an_attempt_whose_files_cannot_be_ended_commits_nothing_and_still_deletes_them()
      throws IOException {
    LandingWriter writer = writer(Map.of());
    writer.write(row("a", 0, 0, T13));
    writer.write(row("b", 0, 1, T14));
    failing = "close";
    assertThatThrownBy(writer::commit).isInstanceOf(IOException.class);
    writer.abort();
    assertThat(names()).isEmpty();
  }

  @Test
  void an_abort_that_cannot_delete_is_silent() throws IOException {
    LandingWriter writer = writer(Map.of());
    writer.write(row("a", 0, 0, T13));
    failing = "deleteFile";
    writer.abort();
    assertThat(names()).hasSize(1);
  }

  private LandingWriter writer(Map<String, Long> landed) {
    return writer(landed, Map.of());
  }

  private LandingWriter writer(Map<String, Long> landed, Map<String, List<OffsetRange>> ahead) {
    WriterSettings settings =
        new WriterSettings(
            URI.create("memory:/"),
            "run",
            Granularity.HOUR,
            Duration.ofMinutes(5),
            Duration.ofDays(30),
            eventTime,
            landed,
            ahead);
    return new LandingWriter(files, LAYOUT, settings, 7, Clock.fixed(NOW, ZoneOffset.UTC));
  }

  private static InternalRow row(String value, int partition, long offset, Instant time) {
    return new GenericInternalRow(
        new Object[] {
          value == null ? null : value.getBytes(UTF_8),
          UTF8String.fromString("events"),
          partition,
          offset,
          time == null ? null : time.toEpochMilli() * 1000
        });
  }

  private static TaskCommit commit(LandingWriter writer) throws IOException {
    return (TaskCommit) writer.commit();
  }

  private static TaskCommit.WrittenFile onlyFile(TaskCommit commit) {
    assertThat(commit.files()).hasSize(1);
    return commit.files().get(0);
  }

  private String contents(TaskCommit.WrittenFile file) throws IOException {
    return new String(files.read(EPOCH + "/" + file.name()), UTF_8);
  }

  private List<String> names() throws IOException {
    return files.list(EPOCH).stream().map(LandingFileSystem.Entry::name).toList();
  }
}
