package dev.tidemark.landing.commit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.fs.MemoryFileSystem;
import dev.tidemark.landing.fs.MemoryFileSystem.Fault.Effect;
import dev.tidemark.landing.log.Generation;
import dev.tidemark.landing.log.Journal;
import dev.tidemark.landing.log.LandingState;
import dev.tidemark.landing.log.LogEntry;
import dev.tidemark.landing.log.Roots;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LanderTest {
  private static final TopicPartition P0 = new TopicPartition("id", 0);
  private static final PartitionId H13 = PartitionId.parse("2026-08-22T13");
  private static final Duration LEASE = Duration.ofMinutes(1);

  /** The operation, counted from the start of a landing, that fails; -1 for none. */
  private int failAt = -1;

  private Effect failure = Effect.FAIL_BEFORE;
  private int operations;
  private final SettableClock clock = new SettableClock(Instant.parse("2026-08-22T14:00:00Z"));
  private final MemoryFileSystem files =
      new MemoryFileSystem((name, path) -> operations++ == failAt ? failure : Effect.NONE);
  private final Journal journal = journal();
  private final Lander lander = new Lander(files, journal);

  @BeforeEach
  void createRoot() {
    Roots.createOrCheck(journal, "events", Granularity.HOUR, "cluster");
    journal.append(s -> Optional.of(new LogEntry.TopicAdded("events", "id", new TreeMap<>())));
    assertThat(lease("run").tryAcquire()).isEmpty();
  }

  @Test
  void a_batch_stands_in_its_hour_once_it_is_landed() throws IOException {
    lander.land(batch("run", 0, 3), WatermarkRule.UNKNOWN);
    assertThat(landed()).containsExactly("0-3");
    assertThat(journal.refresh().landed(P0)).isEqualTo(3);
    assertThat(journal.refresh().pending()).isEmpty();
    assertThat(files.stat(LandingZone.inflight("run", 0))).isEmpty();
  }

  @Test
  void the_same_batch_again_changes_nothing() throws IOException {
    MicroBatch batch = batch("run", 0, 3);
    lander.land(batch, WatermarkRule.UNKNOWN);
    long version = journal.refresh().version();
    lander.land(batch, WatermarkRule.UNKNOWN);
    lander.land(new MicroBatch("run", 1, List.of(), List.of(), Map.of()), WatermarkRule.UNKNOWN);
    assertThat(journal.refresh().version()).isEqualTo(version);
  }

  @Test
  void of_two_runs_with_the_same_offsets_one_lands() throws IOException {
    MicroBatch mine = batch("run", 0, 3);
    takesOver("theirs");
    new Lander(files, journal()).land(batch("theirs", 0, 2), WatermarkRule.UNKNOWN);
    assertThatThrownBy(() -> lander.land(mine, WatermarkRule.UNKNOWN))
        .isInstanceOf(LandingException.Conflict.class)
        .hasMessageContaining("run theirs has taken over");
    assertThat(landed()).containsExactly("0-2");
  }

  @Test
  void a_batch_whose_offsets_are_landed_in_part_is_read_again() throws IOException {
    lander.land(batch("run", 0, 2), WatermarkRule.UNKNOWN);
    assertThatThrownBy(() -> lander.land(batch("run", 0, 3), WatermarkRule.UNKNOWN))
        .isInstanceOf(LandingException.Conflict.class)
        .hasMessageContaining("[0, 3) but the log is at 2");
  }

  @Test
  void a_run_stands_by_until_the_one_that_lands_is_silent_or_gone() {
    IngestLease second = lease("second");
    assertThat(second.tryAcquire().orElseThrow().run()).isEqualTo("run");
    clock.passes(LEASE.minusSeconds(1));
    lease("run").renew();
    clock.passes(LEASE.minusSeconds(1));
    assertThat(second.tryAcquire()).isPresent();
    clock.passes(Duration.ofSeconds(2));
    assertThat(second.tryAcquire()).isEmpty();
    assertThatThrownBy(() -> lease("run").renew()).isInstanceOf(LandingException.Conflict.class);
    second.release();
    assertThat(lease("third").tryAcquire()).isEmpty();
  }

  @Test
  void a_claim_is_renewed_only_after_half_of_it_was_silent() throws IOException {
    long version = journal.refresh().version();
    clock.passes(LEASE.dividedBy(2).minusSeconds(1));
    lease("run").renew();
    assertThat(journal.refresh().version()).isEqualTo(version);
    lander.land(batch("run", 0, 1), WatermarkRule.UNKNOWN);
    version = journal.refresh().version();
    clock.passes(LEASE.dividedBy(2).minusSeconds(1));
    lease("run").renew();
    assertThat(journal.refresh().version()).isEqualTo(version);
    clock.passes(Duration.ofSeconds(2));
    lease("run").renew();
    assertThat(journal.refresh().version()).isEqualTo(version + 1);
  }

  @Test
  void who_takes_over_deletes_what_was_left_in_flight_but_for_what_an_intent_names()
      throws IOException {
    batch("run", 7, 8);
    takesOver("second");
    batch("second", 0, 1);
    lease("second").clearInFlight();
    assertThat(files.stat(LandingZone.inflight("run", 7))).isEmpty();
    assertThat(files.stat(LandingZone.inflight("second", 0))).isPresent();

    MicroBatch pending = batch("second", 0, 1);
    journal.append(
        s ->
            Optional.of(
                new LogEntry.Land(
                    "second", 0, pending.spans(), pending.files(), Optional.empty(), Map.of())));
    takesOver("third");
    lease("third").clearInFlight();
    assertThat(files.stat(LandingZone.inflight("second", 0) + "/0-1")).isPresent();
    lander.rollForward();
    lease("third").clearInFlight();
    assertThat(landed()).containsExactly("0-1");
    assertThat(files.list(LandingZone.inflightRoot())).isEmpty();
  }

  @Test
  void one_that_lost_the_claim_deletes_nothing_in_flight() throws IOException {
    takesOver("second");
    batch("second", 0, 1);
    lease("run").clearInFlight();
    assertThat(files.stat(LandingZone.inflight("second", 0) + "/0-1")).isPresent();
  }

  private void takesOver(String run) {
    clock.passes(LEASE.plusSeconds(1));
    assertThat(lease(run).tryAcquire()).isEmpty();
  }

  private IngestLease lease(String run) {
    return new IngestLease(files, journal(), clock, run, LEASE);
  }

  @Test
  void files_of_an_hour_that_closed_meanwhile_go_to_its_late_generation_unchanged()
      throws IOException {
    lander.land(batch("run", 0, 1), WatermarkRule.UNKNOWN);
    MicroBatch batch = batch("run", 1, 3);
    close();
    lander.land(batch, WatermarkRule.UNKNOWN);
    long late = journal.refresh().version() - 1;
    assertThat(landed()).containsExactly("0-1");
    assertThat(files.list("late/dt=2026-08-22/hr=13/gen=" + late)).hasSize(1);
    Generation open = journal.refresh().partition(H13).orElseThrow().open().orElseThrow();
    assertThat(open.id()).isEqualTo(new GenerationId(H13, late));
  }

  @Test
  void a_batch_without_lines_moves_the_offsets() {
    MicroBatch nulls =
        new MicroBatch(
            "run",
            0,
            List.of(new LogEntry.Span(P0, 0, 5, 0, 5, 0, Optional.empty())),
            List.of(),
            Map.of(P0, 5L));
    lander.land(nulls, WatermarkRule.UNKNOWN);
    assertThat(journal.refresh().landed(P0)).isEqualTo(5);
    assertThat(journal.refresh().partitions()).isEmpty();
  }

  @Test
  void progress_says_only_what_is_new() {
    Instant noon = Instant.parse("2026-08-22T12:00:00Z");
    WatermarkRule rule = (current, sources) -> Optional.of(noon);
    lander.progress("run", Map.of(), Map.of(), rule);
    long version = journal.refresh().version();
    lander.progress("run", Map.of(), Map.of(P0, 7L), rule);
    assertThat(journal.refresh().version()).isEqualTo(version);
    // A rule that would go back is held where it is.
    lander.progress(
        "run", Map.of(), Map.of(), (current, sources) -> Optional.of(noon.minusSeconds(1)));
    assertThat(journal.refresh().watermark()).contains(noon);
    // Markers that follow the last record; what is landed already is not claimed again.
    lander.progress("run", Map.of(P0, 7L), Map.of(P0, 7L), rule);
    lander.progress("run", Map.of(P0, 6L), Map.of(P0, 7L), rule);
    assertThat(journal.refresh().landed(P0)).isEqualTo(7);
  }

  @Test
  void after_a_failure_at_any_file_operation_another_process_brings_it_to_an_end()
      throws IOException {
    lander.land(batch("run", 0, 1), WatermarkRule.UNKNOWN);
    long next = 1;
    for (Effect effect : List.of(Effect.FAIL_BEFORE, Effect.FAIL_AFTER)) {
      int at = 0;
      boolean failed = true;
      while (failed) {
        MicroBatch batch = batch("run", next, next + 1);
        failed = landFailingAt(batch, at++, effect);
        Lander other = new Lander(files, journal());
        other.rollForward();
        LandingState state = journal().refresh();
        assertThat(state.pending()).isEmpty();
        assertThat(state.landed(P0)).isBetween(next, next + 1);
        next = state.landed(P0);
        // Exactly the files that the log names, each once.
        Manifest manifest = state.partition(H13).orElseThrow().open().orElseThrow().manifest();
        assertThat(landed())
            .containsExactlyElementsOf(
                new TreeSet<>(manifest.files().stream().map(LandedFile::name).toList()));
        assertThat(manifest.rows()).isEqualTo(next);
      }
    }
  }

  @Test
  void a_file_that_is_nowhere_damages_its_generation_and_holds_up_nothing_else()
      throws IOException {
    MicroBatch batch = batch("run", 0, 1);
    files.deleteFile(LandingZone.inflight("run", 0) + "/0-1");
    lander.land(batch, WatermarkRule.UNKNOWN);
    lander.land(batch("run", 1, 2), WatermarkRule.UNKNOWN);
    assertThat(landed()).containsExactly("1-2");
    // Still in the manifest, so that the generation cannot be carried on without it.
    assertThat(
            journal.refresh().partition(H13).orElseThrow().open().orElseThrow().manifest().files())
        .extracting(LandedFile::name)
        .containsExactly("0-1", "1-2");
  }

  private boolean landFailingAt(MicroBatch batch, int at, Effect effect) {
    // What it takes to read the log grows with the log; only what comes after is counted.
    Journal caughtUp = journal();
    caughtUp.refresh();
    operations = 0;
    failAt = at;
    failure = effect;
    try {
      new Lander(files, caughtUp).land(batch, WatermarkRule.UNKNOWN);
      return operations > at;
    } catch (LandingException e) {
      return true;
    } finally {
      failAt = -1;
    }
  }

  private void close() {
    journal.append(
        s -> {
          Manifest manifest = s.partition(H13).orElseThrow().open().orElseThrow().manifest();
          return Optional.of(
              LogEntry.Close.of(
                  manifest, LogEntry.CloseReason.FORCED, Optional.empty(), Optional.empty()));
        });
  }

  /** Offsets [from, until), in one file in flight; epoch and name follow from the offsets. */
  private MicroBatch batch(String run, long from, long until) throws IOException {
    String name = from + "-" + until;
    String directory = LandingZone.inflight(run, from);
    files.makeDirectories(directory);
    if (files.stat(directory + "/" + name).isEmpty()) {
      files.write(directory + "/" + name, name.getBytes(UTF_8));
    }
    LandedFile file =
        new LandedFile(
            name,
            new GenerationId(H13, 0),
            until - from,
            name.length(),
            P0,
            List.of(new OffsetRange(from, until)),
            Optional.empty(),
            Optional.empty());
    LogEntry.Span span = new LogEntry.Span(P0, from, until, until - from, 0, 0, Optional.empty());
    return new MicroBatch(run, from, List.of(span), List.of(file), Map.of());
  }

  private List<String> landed() throws IOException {
    return files.list("raw/" + H13.directory()).stream()
        .map(LandingFileSystem.Entry::name)
        .sorted()
        .toList();
  }

  private Journal journal() {
    return Journal.of(files, clock, "test");
  }
}
