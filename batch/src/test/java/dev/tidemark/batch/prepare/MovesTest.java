package dev.tidemark.batch.prepare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.batch.Zone;
import dev.tidemark.batch.archive.Archive;
import dev.tidemark.landing.GenerationId;
import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.LandingJson;
import dev.tidemark.landing.LandingZone;
import dev.tidemark.landing.Manifest;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.fs.ForwardingFiles;
import dev.tidemark.landing.fs.LandingFileSystem;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Prepare and archive: one rename of a generation's directory. */
class MovesTest {
  private static final GenerationId G0 = new GenerationId(PartitionId.parse("2026-08-22T13"), 0);
  private static final String RAW = "raw/dt=2026-08-22/hr=13";
  private static final String STAGE = "stage/dt=2026-08-22/hr=13/gen=0";
  private static final String ARCHIVE = "archive/dt=2026-08-22/hr=13/gen=0";

  /** Where the root is. */
  enum Root {
    MEMORY,
    DISK
  }

  @TempDir private Path directory;

  private Zone zone(Root root) {
    return root == Root.MEMORY ? Zone.inMemory() : Zone.onDisk(directory);
  }

  @ParameterizedTest
  @EnumSource
  void a_generation_goes_from_raw_by_stage_to_archive(Root root) {
    Zone zone = zone(root);
    Manifest manifest = zone.landed(G0, "a.json", "b.json");

    assertThat(new Prepare(zone.files()).prepare(manifest).left()).isEmpty();
    assertThat(zone.names(STAGE)).containsExactly("_generation.json", "a.json", "b.json");
    assertThat(zone.exists(RAW)).isFalse();
    assertThat(label(zone, STAGE)).isEqualTo(DirectoryLabel.of(manifest));

    assertThat(new Archive(zone.files()).archive(manifest).left()).isEmpty();
    assertThat(zone.names(ARCHIVE)).containsExactly("_generation.json", "a.json", "b.json");
    assertThat(zone.exists(STAGE)).isFalse();
    assertThat(zone.names("_landing/.tmp")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"2026-08-22T13", "2026-08-22T13:04"})
  void a_late_generation_goes_the_same_way_beside_the_first(String partition) {
    Zone zone = Zone.inMemory();
    PartitionId id = PartitionId.parse(partition);
    Manifest first = zone.landed(new GenerationId(id, 0), "a.json");
    Manifest late = zone.landed(new GenerationId(id, 42), "b.json");
    for (Manifest manifest : new Manifest[] {first, late}) {
      new Prepare(zone.files()).prepare(manifest);
      new Archive(zone.files()).archive(manifest);
    }
    assertThat(zone.names("archive/" + id.directory())).containsExactly("gen=0", "gen=42");
    assertThat(zone.names("late/" + id.directory())).isEmpty();
    assertThat(zone.names("archive/" + id.directory() + "/gen=42"))
        .containsExactly("_generation.json", "b.json");
  }

  @ParameterizedTest
  @EnumSource
  void after_a_failure_at_any_operation_the_same_again_ends_in_the_same_place(
      Zone.Failure failure) {
    boolean failed = true;
    for (int at = 0; failed; at++) {
      Zone zone = Zone.inMemory();
      Manifest manifest = zone.landed(G0, "a.json", "b.json");
      failed =
          zone.failing(
              at,
              failure,
              () -> {
                new Prepare(zone.files()).prepare(manifest);
                new Archive(zone.files()).archive(manifest);
              });
      // As a coordinator goes on: a step whose target has gone on is in the log and not repeated.
      if (!zone.exists(ARCHIVE)) {
        new Prepare(zone.files()).prepare(manifest);
      }
      new Archive(zone.files()).archive(manifest);
      assertThat(zone.names(ARCHIVE))
          .as("after failure at operation %s", at)
          .containsExactly("_generation.json", "a.json", "b.json");
      assertThat(label(zone, ARCHIVE)).isEqualTo(DirectoryLabel.of(manifest));
      assertThat(zone.exists(RAW) || zone.exists(STAGE)).isFalse();
    }
  }

  @ParameterizedTest
  @EnumSource
  void one_who_repeats_a_step_much_later_changes_nothing(Root root) {
    Zone zone = zone(root);
    Manifest manifest = zone.landed(G0, "a.json");
    Prepare prepare = new Prepare(zone.files());
    prepare.prepare(manifest);
    prepare.prepare(manifest);
    new Archive(zone.files()).archive(manifest);
    // It cannot know that the generation went on; the log does, and its caller asks it.
    assertThatThrownBy(() -> prepare.prepare(manifest))
        .isInstanceOf(LandingException.NeedsOperator.class);
    new Archive(zone.files()).archive(manifest);
    assertThat(zone.names(ARCHIVE)).containsExactly("_generation.json", "a.json");
    assertThat(zone.exists(RAW) || zone.exists(STAGE)).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void what_the_manifest_does_not_name_moves_along(Root root) {
    Zone zone = zone(root);
    Manifest manifest = zone.landed(G0, "a.json");
    zone.put(RAW + "/stranger.json", "{}");
    zone.put(RAW + "/hr=13/nested.json", "{}");
    new Prepare(zone.files()).prepare(manifest);
    assertThat(zone.text(STAGE + "/stranger.json")).isEqualTo("{}");
    assertThat(zone.text(STAGE + "/hr=13/nested.json")).isEqualTo("{}");
  }

  @ParameterizedTest
  @EnumSource
  void a_directory_that_is_gone_is_damage(Root root) {
    Zone zone = zone(root);
    Manifest manifest = zone.landed(G0, "a.json");
    zone.delete(RAW + "/a.json");
    zone.deleteEmptyDirectory(RAW);
    assertThatThrownBy(() -> new Prepare(zone.files()).prepare(manifest))
        .isInstanceOf(LandingException.NeedsOperator.class)
        .hasMessage(
            "2026-08-22T13 is damaged and cannot be prepared: its directory"
                + " raw/dt=2026-08-22/hr=13 is gone, with 1 file. Bring it back, then"
                + " 'tidemark retry 2026-08-22T13'.");
    assertThat(zone.exists(RAW) || zone.exists(STAGE)).isFalse();
    assertThat(zone.names("_landing/.tmp")).isEmpty();
  }

  @Test
  void a_move_costs_the_same_operations_whatever_the_number_of_files() {
    Zone one = Zone.inMemory();
    Zone many = Zone.inMemory();
    Manifest single = one.landed(G0, "a.json");
    Manifest hundred =
        many.landed(G0, IntStream.range(0, 100).mapToObj(i -> i + ".json").toArray(String[]::new));
    assertThat(operations(many, hundred)).isEqualTo(operations(one, single)).isPositive();
    assertThat(many.names(ARCHIVE)).hasSize(101);
  }

  private static int operations(Zone zone, Manifest manifest) {
    int before = zone.operations();
    new Prepare(zone.files()).prepare(manifest);
    new Archive(zone.files()).archive(manifest);
    return zone.operations() - before;
  }

  @ParameterizedTest
  @EnumSource
  void a_target_that_is_something_else_is_left_alone_and_so_is_the_source(Root root) {
    Zone zone = zone(root);
    Manifest manifest = zone.landed(G0, "a.json");
    zone.put(RAW + "/stranger1.json", "{}");
    zone.put(RAW + "/stranger2.json", "{}");
    zone.put(STAGE + "/theirs.json", "{}");
    assertThatThrownBy(() -> new Prepare(zone.files()).prepare(manifest))
        .isInstanceOf(LandingException.NeedsOperator.class)
        .hasMessage(
            "2026-08-22T13 cannot be prepared: stage/dt=2026-08-22/hr=13/gen=0 exists and does not"
                + " hold its label, and so does raw/dt=2026-08-22/hr=13. Nothing was moved. 'tidemark partitions show 2026-08-22T13' lists"
                + " its files.");
    assertThat(zone.names(RAW)).containsExactly("a.json", "stranger1.json", "stranger2.json");
    assertThat(zone.names(STAGE)).containsExactly("theirs.json");
  }

  @Test
  void an_empty_directory_in_the_targets_place_is_something_else_too() {
    Zone zone = Zone.onDisk(directory);
    Manifest manifest = zone.landed(G0, "a.json");
    zone.makeDirectory(STAGE);
    assertThatThrownBy(() -> new Prepare(zone.files()).prepare(manifest))
        .isInstanceOf(LandingException.NeedsOperator.class);
    assertThat(zone.names(STAGE)).isEmpty();
    assertThat(zone.names(RAW)).containsExactly("a.json");
  }

  @ParameterizedTest
  @EnumSource
  void an_empty_source_that_a_late_comer_made_again_is_removed(Root root) {
    Zone zone = zone(root);
    Manifest manifest = zone.landed(G0, "a.json");
    new Prepare(zone.files()).prepare(manifest);
    zone.makeDirectory(RAW);
    assertThat(new Prepare(zone.files()).prepare(manifest).left()).isEmpty();
    assertThat(zone.exists(RAW)).isFalse();

    zone.put(RAW + "/_generation.json", zone.text(STAGE + "/_generation.json"));
    new Prepare(zone.files()).prepare(manifest);
    assertThat(zone.exists(RAW)).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void files_in_a_source_made_again_are_reported_and_stay(Root root) {
    Zone zone = zone(root);
    Manifest manifest = zone.landed(G0, "a.json");
    new Prepare(zone.files()).prepare(manifest);
    zone.put(RAW + "/stranger.json", "{}");
    assertThat(new Prepare(zone.files()).prepare(manifest).left())
        .containsExactly(RAW + "/stranger.json");
    assertThat(zone.exists(RAW + "/stranger.json")).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{\"generation\":", "{}", "{\"hash\":\"theirs\"}"})
  void a_torn_or_foreign_label_in_the_source_is_put_aside(String theirs) {
    Zone zone = Zone.inMemory();
    Manifest manifest = zone.landed(G0, "a.json");
    zone.put(RAW + "/_generation.json", theirs);
    new Prepare(zone.files()).prepare(manifest);
    assertThat(zone.names(STAGE))
        .filteredOn(name -> name.startsWith("_foreign-label-"))
        .singleElement()
        .satisfies(name -> assertThat(zone.text(STAGE + "/" + name)).isEqualTo(theirs));
    assertThat(label(zone, STAGE)).isEqualTo(DirectoryLabel.of(manifest));
  }

  @Test
  void a_label_that_a_second_actor_writes_after_the_look_is_not_put_aside() {
    Zone zone = Zone.inMemory();
    Manifest manifest = zone.landed(G0, "a.json");
    LandingFileSystem files =
        new ForwardingFiles(zone.files()) {
          @Override
          public InputStream open(String path) throws IOException {
            try {
              return super.open(path);
            } catch (NoSuchFileException e) {
              zone.put(path, ours(manifest));
              throw e;
            }
          }
        };
    new Prepare(files).prepare(manifest);
    assertThat(zone.names(STAGE)).containsExactly("_generation.json", "a.json");
  }

  @Test
  void a_label_that_was_put_aside_before_the_move_is_brought_back() {
    Zone zone = Zone.inMemory();
    Manifest manifest = zone.landed(G0, "a.json");
    zone.put(RAW + "/_foreign-label-1.json", "{}");
    zone.put(RAW + "/_foreign-label-2.json", ours(manifest));
    moveAsItIs(zone);
    new Prepare(zone.files()).prepare(manifest);
    assertThat(label(zone, STAGE)).isEqualTo(DirectoryLabel.of(manifest));
    assertThat(zone.names(STAGE))
        .containsExactly("_foreign-label-1.json", "_generation.json", "a.json");
  }

  private static void moveAsItIs(Zone zone) {
    try {
      zone.files().makeDirectories(LandingZone.parent(STAGE));
      zone.files().rename(RAW, STAGE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String ours(Manifest manifest) {
    return new String(LandingJson.write(DirectoryLabel.of(manifest)), StandardCharsets.UTF_8);
  }

  @Test
  void the_label_of_another_closing_in_the_target_is_not_taken_for_this_one() {
    Zone zone = Zone.inMemory();
    Manifest manifest = zone.landed(G0, "a.json");
    Manifest other = zone.landed(G0, "b.json");
    zone.put(
        STAGE + "/_generation.json",
        new String(LandingJson.write(DirectoryLabel.of(other)), StandardCharsets.UTF_8));
    assertThatThrownBy(() -> new Prepare(zone.files()).prepare(manifest))
        .isInstanceOf(LandingException.NeedsOperator.class)
        .hasMessageContaining("exists and does not hold its label");
  }

  private static DirectoryLabel label(Zone zone, String directory) {
    String path = directory + "/" + DirectoryLabel.FILE_NAME;
    return LandingJson.read(
        zone.text(path).getBytes(StandardCharsets.UTF_8), DirectoryLabel.class, path);
  }

  @Test
  void the_directories_are_those_of_the_layout() {
    assertThat(LandingZone.landing(G0)).isEqualTo(RAW);
    assertThat(LandingZone.stage(G0)).isEqualTo(STAGE);
    assertThat(LandingZone.archive(G0)).isEqualTo(ARCHIVE);
  }
}
