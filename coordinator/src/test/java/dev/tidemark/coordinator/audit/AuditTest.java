package dev.tidemark.coordinator.audit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.tidemark.coordinator.World;
import dev.tidemark.landing.LandingZone;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.fs.ForwardingFiles;
import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.fs.MemoryFileSystem;
import dev.tidemark.landing.log.Journal;
import dev.tidemark.landing.log.LogEntry;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Hour 13 rests with two generations, hour 14 is held once published, hour 15 is open. */
class AuditTest {
  private static final String H13 = "2026-08-22T13";
  private static final String H14 = "2026-08-22T14";
  private static final String H15 = "2026-08-22T15";

  private final MemoryFileSystem files = new MemoryFileSystem();
  private final World world = new World(files);

  @BeforeEach
  void threeHours() {
    world.lands(H13, "a", "b", "a").watermarkReaches("2026-08-22T14:06:00Z").coordinatorTicks();
    world.lands(H13, "late").watermarkReaches("2026-08-22T14:30:00Z").coordinatorTicks();
    world.lands(H14, "c", "d").watermarkReaches("2026-08-22T15:06:00Z").coordinatorTicks();
    world.lands(H15, "e");
  }

  @Test
  void a_sound_root_adds_up_from_offsets_to_final() {
    AuditReport report = audit();
    assertThat(report.findings()).isEmpty();
    assertThat(report.notes()).isEmpty();
    assertThat(report.totals()).isEqualTo(new AuditReport.Totals(3, 7, 5, 1, 0, 1, 0));
    AuditReport.Source source = report.sources().get(0);
    assertThat(source.landed()).isEqualTo(7);
    assertThat(source.rows()).isEqualTo(7);
    assertThat(source.empty()).isZero();
  }

  @Test
  void a_topic_that_was_made_anew_is_told_apart_from_the_one_before_it() {
    Journal journal = world.newJournal();
    journal.append(
        s ->
            Optional.of(
                new LogEntry.TopicReset("events", "id2", new TreeMap<>(Map.of(0, 5L)), "anew")));
    AuditReport report = audit();
    assertThat(report.isClean()).isTrue();
    assertThat(report.sources())
        .extracting(AuditReport.Source::name, AuditReport.Source::replaced)
        .containsExactly(tuple("events-0 (id id)", true), tuple("events-0", false));
  }

  @Test
  void a_range_is_audited_without_comparing_the_sums() {
    AuditReport report =
        new Audit(world.newJournal(), files)
            .run(Optional.of(PartitionId.parse(H14)), Optional.of(PartitionId.parse(H14)));
    assertThat(report.isClean()).isTrue();
    assertThat(report.complete()).isFalse();
    assertThat(report.totals().landed()).isEqualTo(2);
  }

  @Test
  void a_file_that_is_missing_or_cut_is_found_wherever_its_generation_stands() throws IOException {
    for (String area : List.of("archive", "raw")) {
      for (String file : filesBelow(area)) {
        byte[] contents = files.read(file);
        files.deleteFile(file);
        assertThat(audit().findings()).as(file).hasSize(1);
        assertThat(audit().findings().get(0).what()).contains("is missing in " + area);
        files.write(file, new byte[1]);
        assertThat(audit().findings().get(0).what()).contains("has 1 byte instead of");
        files.deleteFile(file);
        files.write(file, contents);
        assertThat(audit().isClean()).isTrue();
      }
    }
  }

  @Test
  void a_file_that_no_manifest_names_is_told_and_is_no_fault() throws IOException {
    files.write("raw/" + PartitionId.parse(H15).directory() + "/orphan.json", "x".getBytes(UTF_8));
    AuditReport report = audit();
    assertThat(report.isClean()).isTrue();
    assertThat(report.notes()).hasSize(1);
    assertThat(report.notes().get(0).what()).contains("orphan.json");
  }

  @Test
  void what_lands_while_it_looks_is_no_file_without_a_manifest() {
    AtomicInteger landings = new AtomicInteger();
    ForwardingFiles growing =
        new ForwardingFiles(files) {
          @Override
          public List<Entry> list(String directory) throws IOException {
            if (directory.startsWith("raw/dt=") && landings.incrementAndGet() <= 3) {
              world.lands(H15, "f" + landings);
            }
            return super.list(directory);
          }
        };
    AuditReport report =
        new Audit(world.newJournal(), growing).run(Optional.empty(), Optional.empty());
    assertThat(landings).hasValueGreaterThan(3);
    assertThat(report.notes()).isEmpty();
    assertThat(report.findings()).isEmpty();
  }

  @Test
  void what_stands_in_final_is_the_revision_that_the_log_published() throws IOException {
    String directory = LandingZone.published(PartitionId.parse(H14));
    String manifest = new String(files.read(directory + "/_manifest.json"), UTF_8);
    files.deleteFile(directory + "/_manifest.json");
    assertThat(audit().findings().get(0).what()).contains("_manifest.json is missing");
    files.write(
        directory + "/_manifest.json",
        manifest.replace("\"rows_out\":2", "\"rows_out\":1").getBytes(UTF_8));
    assertThat(audit().findings())
        .extracting(AuditReport.Finding::what)
        .containsExactly(
            directory + "/_manifest.json says 'rows_out' is 1, but the log published 2");
    files.deleteTree(directory);
    assertThat(audit().findings().get(0).what()).contains("has no _SUCCESS");
  }

  @Test
  void late_events_from_before_the_first_partition_leave_none_between_to_be_missed() {
    String old = "2026-08-15T02";
    world.lands(old, "long ago").timePasses(Duration.ofMinutes(11)).coordinatorTicks();
    assertThat(world.rests(old)).isTrue();
    assertThat(world.finalRows(old)).containsExactly("long ago");
    AuditReport report = audit();
    assertThat(report.findings()).isEmpty();
    assertThat(report.totals().landed()).isEqualTo(8);
  }

  @Test
  void a_record_that_is_gone_is_missed_and_so_are_its_lines() throws IOException {
    files.deleteTree("_landing/partitions/" + PartitionId.parse(H14).directory());
    assertThat(audit().findings())
        .extracting(AuditReport.Finding::what)
        .containsExactly(
            "it is closed, but has no record", "the log landed 7 lines, but the manifests hold 5");
  }

  @Test
  void offsets_that_stand_in_two_records_are_found() throws IOException {
    // The record of hour 14 once more, as that of an hour that held nothing.
    String from = "_landing/partitions/" + PartitionId.parse(H14).directory();
    String to = "_landing/partitions/" + PartitionId.parse("2026-08-22T12").directory();
    String name = files.list(from).get(0).name();
    files.makeDirectories(to);
    files.write(to + "/" + name, files.read(from + "/" + name));
    assertThat(audit().findings())
        .extracting(AuditReport.Finding::what)
        .anyMatch(what -> what.contains("is landed twice"));
  }

  private AuditReport audit() {
    return new Audit(world.newJournal(), files).run(Optional.empty(), Optional.empty());
  }

  private List<String> filesBelow(String directory) throws IOException {
    List<String> found = new ArrayList<>();
    for (LandingFileSystem.Entry e : files.list(directory)) {
      if (e.directory()) {
        found.addAll(filesBelow(directory + "/" + e.name()));
      } else if (!e.name().startsWith("_")) {
        found.add(directory + "/" + e.name());
      }
    }
    return found;
  }
}
