package dev.tidemark.batch.prepare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.batch.Zone;
import dev.tidemark.landing.GenerationId;
import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.Manifest;
import dev.tidemark.landing.PartitionId;
import java.util.List;
import org.junit.jupiter.api.Test;

class GenerationContentsTest {
  private static final GenerationId G0 = new GenerationId(PartitionId.parse("2026-08-22T13"), 0);
  private static final String STAGE = "stage/dt=2026-08-22/hr=13/gen=0";

  private final Zone zone = Zone.inMemory();

  @Test
  void files_that_the_manifest_does_not_name_are_foreign_and_the_label_is_not() {
    Manifest manifest = staged("a.json");
    assertThat(check(manifest)).isEmpty();
    zone.put(STAGE + "/stranger.json", "{}");
    zone.put(STAGE + "/hr=13/nested.json", "{}");
    assertThat(check(manifest)).containsExactly(STAGE + "/hr=13", STAGE + "/stranger.json");
  }

  @Test
  void a_missing_file_is_damage() {
    Manifest manifest = staged("a.json", "b.json", "c.json");
    zone.delete(STAGE + "/b.json");
    assertThatThrownBy(() -> check(manifest))
        .isInstanceOf(LandingException.NeedsOperator.class)
        .hasMessage(
            "2026-08-22T13 is damaged and cannot be processed: 1 of its 3 files is missing or of"
                + " another length in stage/dt=2026-08-22/hr=13/gen=0, b.json first. Nothing is"
                + " published anew, and what is published stays. Bring them back under their names, then 'tidemark retry"
                + " 2026-08-22T13'.");
  }

  @Test
  void a_file_of_another_length_is_damage_and_so_is_a_directory_in_its_place() {
    Manifest manifest = staged("a.json");
    zone.delete(STAGE + "/a.json");
    zone.put(STAGE + "/a.json", "{");
    assertThatThrownBy(() -> check(manifest)).hasMessageContaining("missing or of another length");
    zone.delete(STAGE + "/a.json");
    zone.put(STAGE + "/a.json/nested.json", "{}");
    assertThatThrownBy(() -> check(manifest)).hasMessageContaining("missing or of another length");
  }

  @Test
  void a_directory_that_cannot_be_listed_is_no_damage() {
    Manifest manifest = staged("a.json");
    assertThat(
            zone.failing(
                0,
                Zone.Failure.BEFORE,
                () ->
                    assertThatThrownBy(() -> check(manifest))
                        .isInstanceOf(LandingException.Unavailable.class)))
        .isTrue();
  }

  private Manifest staged(String... names) {
    Manifest manifest = zone.landed(G0, names);
    new Prepare(zone.files()).prepare(manifest);
    return manifest;
  }

  private List<String> check(Manifest manifest) {
    return new GenerationContents(zone.files()).check(manifest, STAGE);
  }
}
