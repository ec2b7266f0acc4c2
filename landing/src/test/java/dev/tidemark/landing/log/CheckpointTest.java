package dev.tidemark.landing.log;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.landing.EmptyHours;
import dev.tidemark.landing.GenerationId;
import dev.tidemark.landing.Granularity;
import dev.tidemark.landing.LandedFile;
import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.LandingZone;
import dev.tidemark.landing.Manifest;
import dev.tidemark.landing.OffsetRange;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.SettableClock;
import dev.tidemark.landing.TopicPartition;
import dev.tidemark.landing.fs.ForwardingFiles;
import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.fs.MemoryFileSystem;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A checkpoint every 10 versions; what is older than a day may go. */
class CheckpointTest {
  private static final Journal.Upkeep UPKEEP = new Journal.Upkeep(10, Duration.ofDays(1));
  private static final TopicPartition P0 = new TopicPartition("id", 0);

  private final AtomicInteger operations = new AtomicInteger();
  private final MemoryFileSystem files =
      new MemoryFileSystem(
          (name, path) -> {
            operations.incrementAndGet();
            return MemoryFileSystem.Fault.Effect.NONE;
          });
  private final SettableClock clock = new SettableClock(Instant.parse("2026-08-22T14:00:00Z"));
  private final Journal journal = journal();

  @BeforeEach
  void createRoot() {
    Roots.createOrCheck(journal, "events", Granularity.HOUR, "cluster");
    journal.append(s -> Optional.of(new LogEntry.TopicAdded("events", "id", new TreeMap<>())));
    journal.append(s -> Optional.of(new LogEntry.IngestClaim("run", Duration.ofMinutes(1))));
  }

  @Test
  void one_who_begins_at_a_checkpoint_sees_what_one_sees_who_read_every_entry() {
    LandingState read = LandingState.EMPTY;
    movesTo(57);
    LandingLog log = new LandingLog(files);
    for (long v = 0; v <= 57; v++) {
      read = read.apply(log.read(v).orElseThrow());
    }
    assertThat(journal().refresh()).isEqualTo(read).isEqualTo(journal.refresh());
  }

  @Test
  void old_entries_go_only_below_a_checkpoint_that_is_old_enough() throws IOException {
    movesTo(35);
    clock.passes(Duration.ofHours(23));
    movesTo(45);
    assertThat(oldestEntry()).isZero();
    clock.passes(Duration.ofHours(2));
    movesTo(55);
    // The checkpoint at about 30 is a day old; those of the last two hours are not.
    long oldest = oldestEntry();
    assertThat(oldest).isBetween(29L, 35L);
    assertThat(journal().refresh()).isEqualTo(journal.refresh());
    assertThat(journal().refresh().version()).isEqualTo(55);
  }

  @Test
  void who_slept_through_a_clean_up_goes_on_where_the_log_is() throws IOException {
    Journal sleeper = journal();
    long asleep = sleeper.refresh().version();
    cleansUpPast(asleep + 1);
    assertThat(sleeper.refresh()).isEqualTo(journal.refresh());
  }

  @Test
  void an_append_after_a_clean_up_is_void_and_is_decided_again() throws IOException {
    // It wakes up between reading the log and appending, the worst moment.
    Journal sleeper = journal();
    sleeper.refresh();
    List<Long> decidedAt = new ArrayList<>();
    Optional<LogRecord> appended =
        sleeper.append(
            state -> {
              decidedAt.add(state.version());
              if (decidedAt.size() == 1) {
                cleansUpPast(state.version() + 1);
              }
              return Optional.of(new LogEntry.TopicAdded("late", "late-id", new TreeMap<>()));
            });
    assertThat(decidedAt).hasSize(2);
    assertThat(appended.orElseThrow().version()).isEqualTo(decidedAt.get(1) + 1);
    assertThat(journal.refresh().topicId("late")).contains("late-id");
    assertThat(journal().refresh()).isEqualTo(journal.refresh()).isEqualTo(sleeper.refresh());
  }

  @Test
  void the_name_of_a_checkpoints_own_entry_stays_taken() {
    // One writes a checkpoint and sleeps for a day before it cleans up by it; another slept before.
    Journal slow =
        Journal.of(
            new ForwardingFiles(files) {
              @Override
              public Renamed rename(String source, String target) throws IOException {
                if (target.startsWith(LandingZone.checkpoints())) {
                  clock.passes(Duration.ofHours(25));
                }
                return super.rename(source, target);
              }
            },
            clock,
            "slow",
            UPKEEP);
    movesTo(UPKEEP.interval() - 2);
    Journal sleeper = journal();
    List<Long> decidedAt = new ArrayList<>();
    Optional<LogRecord> appended =
        sleeper.append(
            state -> {
              decidedAt.add(state.version());
              movesTo(slow, UPKEEP.interval() - 1);
              return Optional.of(new LogEntry.TopicAdded("late", "late-id", new TreeMap<>()));
            });
    assertThat(decidedAt).containsExactly(UPKEEP.interval() - 2, UPKEEP.interval() - 1);
    assertThat(appended.orElseThrow().version()).isEqualTo(UPKEEP.interval());
    assertThat(journal().refresh()).isEqualTo(sleeper.refresh()).isEqualTo(journal.refresh());
  }

  @Test
  void a_void_entry_next_to_the_oldest_one_that_is_left_leads_nobody_astray() throws IOException {
    movesTo(27);
    Journal sleeper = journal();
    LandingState asleep = sleeper.refresh();
    movesTo(35);
    clock.passes(Duration.ofHours(25));
    movesTo(45);
    assertThat(oldestEntry()).isEqualTo(29);
    // Another who slept at the same version wins the name between what it saw and what is left.
    LogRecord stray =
        new LogRecord(
            28,
            "stray",
            asleep.lastId(),
            clock.instant(),
            "sleeper",
            new LogEntry.TopicAdded("stray", "stray-id", new TreeMap<>()));
    assertThat(new LandingLog(files).append(stray)).isTrue();
    assertThat(sleeper.refresh()).isEqualTo(journal.refresh());
    assertThat(sleeper.refresh().topicId("stray")).isEmpty();
  }

  @Test
  void entries_that_others_append_at_once_do_not_make_an_append_void() {
    AtomicInteger renames = new AtomicInteger();
    Journal other = journal();
    LandingFileSystem racing =
        new ForwardingFiles(files) {
          @Override
          public Renamed rename(String source, String target) throws IOException {
            Renamed renamed = super.rename(source, target);
            if (target.startsWith(LandingZone.logDirectory()) && renames.getAndIncrement() == 0) {
              // Right after this one won, others write past the next checkpoint.
              other.refresh();
              movesTo(other, other.refresh().version() + 15);
            }
            return renamed;
          }
        };
    Journal mine = Journal.of(racing, clock, "mine", UPKEEP);
    Optional<LogRecord> appended =
        mine.append(s -> Optional.of(new LogEntry.TopicAdded("t", "t-id", new TreeMap<>())));
    assertThat(appended.orElseThrow().version()).isEqualTo(3);
    assertThat(mine.refresh()).isEqualTo(journal.refresh());
  }

  @Test
  void opening_takes_as_long_after_ten_years_of_hours_as_after_a_day() throws IOException {
    carriesHours(24);
    int young = operationsToOpen();
    long youngSize = checkpointBytes();
    carriesHours(2_000);
    assertThat(journal.refresh().partitions()).isEmpty();
    assertThat(operationsToOpen()).isLessThanOrEqualTo(young + (int) UPKEEP.interval());
    assertThat(checkpointBytes()).isLessThan(youngSize * 2);
  }

  @Test
  void years_of_skipped_hours_leave_nothing_in_the_state() throws IOException {
    skipsHours(24);
    long young = checkpointBytes();
    skipsHours(2_000);
    assertThat(journal.refresh().partitions()).isEmpty();
    assertThat(journal.refresh().closedAhead()).isEmpty();
    assertThat(checkpointBytes()).isLessThan(young * 2);
    assertThat(journal().refresh()).isEqualTo(journal.refresh());
  }

  @Test
  void a_checkpoint_says_what_was_skipped_and_one_of_before_that_need_not() throws IOException {
    PartitionId hour = PartitionId.parse("2026-08-22T13");
    journal.append(s -> Optional.of(new LogEntry.Held(hour, "why")));
    skips(hour);
    movesTo(11);
    assertThat(journal().refresh().partition(hour).orElseThrow().skipped()).isPresent();
    assertThat(journal().refresh()).isEqualTo(journal.refresh());

    List<LandingFileSystem.Entry> all = files.list(LandingZone.checkpoints());
    String newest = LandingZone.checkpoints() + "/" + all.get(all.size() - 1).name();
    String before = new String(files.read(newest), UTF_8);
    assertThat(before).contains(",\"skipped\":4}");
    files.deleteFile(newest);
    files.write(newest, before.replace(",\"skipped\":4}", "}").getBytes(UTF_8));
    assertThat(journal().refresh().partition(hour).orElseThrow().skipped()).isEmpty();
  }

  private void skipsHours(int hours) {
    for (int i = 0; i < hours; i++) {
      skips(journal.refresh().closedThrough().orElse(PartitionId.parse("2016-01-01T00")));
    }
  }

  private void skips(PartitionId hour) {
    journal.append(
        s ->
            Optional.of(
                LogEntry.Close.of(
                    new Manifest(new GenerationId(hour, 0), List.of()),
                    LogEntry.CloseReason.WATERMARK,
                    Optional.empty(),
                    Optional.empty(),
                    EmptyHours.SKIP)));
  }

  @Test
  void many_files_stand_beside_the_log_and_come_back_with_their_entry() throws IOException {
    List<LandedFile> many = new ArrayList<>();
    for (long i = 0; i <= FileLists.MOST_INSIDE; i++) {
      many.add(file(i));
    }
    LogEntry.Land land =
        new LogEntry.Land(
            "run",
            0,
            List.of(new LogEntry.Span(P0, 0, many.size(), many.size(), 0, 0, Optional.empty())),
            many,
            Optional.empty(),
            Map.of());
    long version = journal.append(s -> Optional.of(land)).orElseThrow().version();
    assertThat(files.stat(LandingZone.logEntry(version)).orElseThrow().length()).isLessThan(1000);
    assertThat(new LandingLog(files).read(version).orElseThrow().entry()).isEqualTo(land);
    assertThat(journal().refresh()).isEqualTo(journal.refresh());

    String list = files.list(LandingZone.fileLists()).get(0).name();
    byte[] contents = files.read(LandingZone.fileList(list));
    files.deleteFile(LandingZone.fileList(list));
    files.write(
        LandingZone.fileList(list),
        new String(contents, UTF_8).replace("f7", "g7").getBytes(UTF_8));
    assertThatThrownBy(() -> journal().refresh())
        .isInstanceOf(LandingException.NeedsOperator.class)
        .hasMessageContaining("is damaged: its hash");
  }

  private LandedFile file(long offset) {
    return new LandedFile(
        "f" + offset,
        new GenerationId(PartitionId.parse("2026-08-22T13"), 0),
        1,
        5,
        P0,
        List.of(new OffsetRange(offset, offset + 1)),
        Optional.empty(),
        Optional.empty());
  }

  private void carriesHours(int hours) {
    PartitionId next = journal.refresh().closedThrough().orElse(PartitionId.parse("2016-01-01T00"));
    for (int i = 0; i < hours; i++) {
      PartitionId hour = next;
      journal.append(
          s ->
              Optional.of(
                  LogEntry.Close.of(
                      new Manifest(new GenerationId(hour, 0), List.of()),
                      LogEntry.CloseReason.WATERMARK,
                      Optional.empty(),
                      Optional.empty())));
      journal.append(
          s -> Optional.of(Story.publishOf(hour.toString(), "a" + hour, s.version(), 0L)));
      journal.append(s -> Optional.of(new LogEntry.Published(hour, s.version())));
      next = hour.next(Granularity.HOUR);
    }
  }

  private int operationsToOpen() {
    operations.set(0);
    journal().refresh();
    return operations.get();
  }

  private long checkpointBytes() throws IOException {
    List<LandingFileSystem.Entry> all = files.list(LandingZone.checkpoints());
    return all.get(all.size() - 1).length();
  }

  private void cleansUpPast(long version) {
    movesTo(version + 30);
    clock.passes(Duration.ofHours(25));
    movesTo(journal.refresh().version() + 15);
    try {
      assertThat(oldestEntry()).isGreaterThan(version);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private void movesTo(long version) {
    movesTo(journal, version);
  }

  private void movesTo(Journal by, long version) {
    while (by.refresh().version() < version) {
      by.append(
          s ->
              Optional.of(
                  new LogEntry.Progress(
                      "run",
                      List.of(),
                      Optional.of(Instant.EPOCH.plusSeconds(s.version())),
                      Map.of())));
    }
  }

  private long oldestEntry() throws IOException {
    return Long.parseLong(
        files.list(LandingZone.logDirectory()).get(0).name().replace(".json", ""));
  }

  private Journal journal() {
    return Journal.of(files, clock, "test", UPKEEP);
  }
}
