package dev.tidemark.landing.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.landing.EmptyHours;
import dev.tidemark.landing.GenerationId;
import dev.tidemark.landing.Granularity;
import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.Manifest;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.fs.MemoryFileSystem;
import dev.tidemark.landing.fs.MemoryFileSystem.Fault.Effect;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class JournalTest {

  @Test
  void another_actor_goes_on_from_what_one_has_read_under_a_name_of_its_own() {
    MemoryFileSystem files = new MemoryFileSystem();
    Journal one = journal(files);
    create(one);
    Journal other = one.as("api alice");
    LogEntry entry = new LogEntry.TopicAdded("a", "a", new TreeMap<>());
    LogRecord record = other.append(state -> Optional.of(entry)).orElseThrow();
    assertThat(record.by()).isEqualTo("api alice");
    assertThat(record.version()).isEqualTo(1);
    assertThat(one.refresh().version()).isEqualTo(1);
  }

  @Test
  void who_looks_on_is_told_of_own_entries_only_and_of_the_state_before_each() {
    MemoryFileSystem files = new MemoryFileSystem();
    List<String> told = new ArrayList<>();
    Journal watched =
        Journal.of(
            files,
            Clock.systemUTC(),
            "watched",
            Journal.Upkeep.DEFAULT,
            (before, record) -> told.add(before.version() + " " + record.version()));
    create(watched);
    LogEntry a = new LogEntry.TopicAdded("a", "a", new TreeMap<>());
    LogEntry b = new LogEntry.TopicAdded("b", "b", new TreeMap<>());
    journal(files).append(state -> Optional.of(a));
    watched.append(state -> Optional.empty());
    watched.append(state -> Optional.of(b));
    assertThat(told).containsExactly("-1 0", "1 2");
  }

  @Test
  void many_writers_append_every_entry_once_and_see_the_same_log() throws Exception {
    MemoryFileSystem files = new MemoryFileSystem();
    create(journal(files));
    List<Callable<LandingState>> writers = new ArrayList<>();
    for (int w = 0; w < 4; w++) {
      int writer = w;
      writers.add(
          () -> {
            Journal journal = journal(files);
            for (int i = 0; i < 25; i++) {
              LogEntry entry =
                  new LogEntry.TopicAdded(writer + "-" + i, writer + "-" + i, new TreeMap<>());
              journal.append(state -> Optional.of(entry));
            }
            return journal.refresh();
          });
    }
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      for (Future<LandingState> f : threads.invokeAll(writers)) {
        f.get();
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(journal(files).refresh().version()).isEqualTo(100);
    assertThat(journal(files).refresh().topics()).hasSize(100);
    assertThat(files.list("_landing/.tmp")).isEmpty();
  }

  @Test
  void an_append_whose_reply_was_lost_is_recognised_and_not_repeated() {
    for (String operation : List.of("create", "close", "rename", "stat", "makeDirectories")) {
      AtomicInteger seen = new AtomicInteger();
      MemoryFileSystem files =
          new MemoryFileSystem(
              (name, path) ->
                  name.equals(operation) && seen.getAndIncrement() % 2 == 0
                      ? Effect.FAIL_AFTER
                      : Effect.NONE);
      Journal journal = journal(files);
      create(journal);
      journal.append(state -> Optional.of(new LogEntry.IngestClaim("run", Duration.ofMinutes(1))));
      assertThat(journal.refresh().version()).as(operation).isEqualTo(1);
      assertThat(journal(files).refresh()).as(operation).isEqualTo(journal.refresh());
    }
  }

  @Test
  void an_entry_that_cannot_be_written_has_changed_nothing_and_leaves_no_torn_one() {
    MemoryFileSystem files =
        new MemoryFileSystem(
            (name, path) -> name.equals("close") ? Effect.FAIL_BEFORE : Effect.NONE);
    Journal journal = journal(files);
    assertThatThrownBy(() -> create(journal))
        .isInstanceOf(LandingException.NotWritten.class)
        .hasMessageContaining("Entry 0 of the log could not be written, and nothing was changed");
    assertThat(journal.refresh().version()).isEqualTo(-1);
  }

  @Test
  void an_append_that_cannot_be_told_is_reported_as_unknown() {
    MemoryFileSystem files =
        new MemoryFileSystem(
            (name, path) -> name.equals("rename") ? Effect.FAIL_BEFORE : Effect.NONE);
    Journal journal = journal(files);
    assertThatThrownBy(() -> create(journal))
        .isInstanceOf(LandingException.OutcomeUnknown.class)
        .hasMessageContaining("It is not known whether entry 0 was appended");
    assertThat(journal.refresh().version()).isEqualTo(-1);
  }

  @Test
  void a_decision_that_the_state_does_not_allow_appends_nothing() {
    Journal journal = journal(new MemoryFileSystem());
    create(journal);
    assertThatThrownBy(() -> journal.append(state -> Optional.of(new LogEntry.Landed(0))))
        .isInstanceOf(IllegalEntryException.class);
    assertThat(journal.refresh().version()).isZero();
  }

  @Test
  void what_comes_back_and_leaves_unchanged_does_not_hide_its_record() {
    MemoryFileSystem files = new MemoryFileSystem();
    Journal journal = journal(files);
    create(journal);
    PartitionId hour = PartitionId.parse("2026-08-22T13");
    GenerationId empty = new GenerationId(hour, 0);
    journal.append(
        s ->
            Optional.of(
                LogEntry.Close.of(
                    new Manifest(empty, List.of()),
                    LogEntry.CloseReason.FORCED,
                    Optional.empty(),
                    Optional.empty())));
    journal.append(s -> Optional.of(Story.publishOf("2026-08-22T13", "one", s.version(), 0L)));
    journal.append(s -> Optional.of(new LogEntry.Published(hour, s.version())));
    PartitionRecord record = journal.records().latest(hour).orElseThrow();

    journal.append(s -> Optional.of(new LogEntry.Held(hour, "why")));
    journal.append(s -> Optional.of(new LogEntry.Released(hour, "because")));
    assertThat(journal.refresh().partition(hour)).isEmpty();
    assertThat(journal.records().latest(hour)).contains(record);
  }

  @Test
  void an_hour_that_is_skipped_has_a_record_and_one_whose_skipping_failed_is_still_open() {
    PartitionId hour = PartitionId.parse("2026-08-22T13");
    AtomicBoolean broken = new AtomicBoolean();
    MemoryFileSystem files =
        new MemoryFileSystem(
            (name, path) ->
                broken.get() && name.equals("rename") && !path.contains("record-")
                    ? Effect.FAIL_BEFORE
                    : Effect.NONE);
    Journal journal = journal(files);
    create(journal);
    LogEntry skip =
        LogEntry.Close.of(
            new Manifest(new GenerationId(hour, 0), List.of()),
            LogEntry.CloseReason.WATERMARK,
            Optional.empty(),
            Optional.empty(),
            EmptyHours.SKIP);
    broken.set(true);
    assertThatThrownBy(() -> journal.append(state -> Optional.of(skip)))
        .isInstanceOf(LandingException.class);
    assertThat(journal.records().latest(hour)).as("a record of nothing").isPresent();
    broken.set(false);
    assertThat(journal.records().find(journal.refresh(), hour)).isEmpty();

    journal.append(state -> Optional.of(skip));
    PartitionState skipped = journal.records().find(journal.refresh(), hour).orElseThrow();
    assertThat(skipped.isSkipped()).isTrue();
    assertThat(skipped.skipped()).contains(journal.refresh().version());
    assertThat(skipped.isSettled()).isTrue();
  }

  @Test
  void a_root_made_for_something_else_is_refused_with_both_values() {
    MemoryFileSystem files = new MemoryFileSystem();
    create(journal(files));
    create(journal(files));
    assertThatThrownBy(
            () -> Roots.createOrCheck(journal(files), "events", Granularity.MINUTE, "cluster"))
        .hasMessageContaining("granularity 'PT1H', but the configuration says 'PT1M'");
    assertThatThrownBy(
            () -> Roots.createOrCheck(journal(files), "clicks", Granularity.HOUR, "cluster"))
        .hasMessageContaining("dataset 'events'");
    assertThatThrownBy(
            () -> Roots.createOrCheck(journal(files), "events", Granularity.HOUR, "other"))
        .hasMessageContaining("Kafka cluster 'cluster'");
  }

  private static void create(Journal journal) {
    Roots.createOrCheck(journal, "events", Granularity.HOUR, "cluster");
  }

  private static Journal journal(LandingFileSystem files) {
    return Journal.of(files, Clock.systemUTC(), "test");
  }
}
