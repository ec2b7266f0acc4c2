package dev.tidemark.batch.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.batch.Zone;
import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.log.LogEntry;
import dev.tidemark.landing.log.Publication;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PublishTest {
  private static final PartitionId H13 = PartitionId.parse("2026-08-22T13");
  private static final String FINAL = "final/dt=2026-08-22/hr=13";
  private static final String REPLACED = "final/.replaced/dt=2026-08-22/hr=13";

  /** Where the root is. */
  enum Root {
    MEMORY,
    DISK
  }

  @TempDir private Path directory;

  private Zone zone(Root root) {
    return root == Root.MEMORY ? Zone.inMemory() : Zone.onDisk(directory);
  }

  private static Publish.Outcome publish(Zone zone, long version, String attempt) {
    return new Publish(zone.files())
        .carryOut(
            H13,
            new Publication(
                version,
                1,
                new TreeSet<>(List.of(0L)),
                attempt,
                new LogEntry.Counts(1, 1, 0, 0),
                "config",
                Optional.empty()));
  }

  @ParameterizedTest
  @EnumSource
  void the_first_revision_leaves_a_marker_where_the_replaced_one_would_be(Root root) {
    Zone zone = zone(root);
    zone.processed(H13, "one");
    assertThat(publish(zone, 7, "one")).isEqualTo(Publish.Outcome.PUBLISHED);
    assertThat(zone.text(FINAL + "/rows.json")).isEqualTo("one");
    assertThat(zone.names(REPLACED + "/v7")).containsExactly("_nothing_replaced");
    assertThat(zone.names("final/.staging/dt=2026-08-22/hr=13")).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void the_next_revision_takes_its_place_and_the_old_one_is_kept(Root root) {
    Zone zone = zone(root);
    zone.processed(H13, "one");
    publish(zone, 7, "one");
    zone.processed(H13, "two");
    assertThat(publish(zone, 12, "two")).isEqualTo(Publish.Outcome.PUBLISHED);
    assertThat(zone.text(FINAL + "/rows.json")).isEqualTo("two");
    assertThat(zone.text(REPLACED + "/v12/rows.json")).isEqualTo("one");
  }

  @ParameterizedTest
  @EnumSource
  void an_old_publication_repeated_after_a_newer_one_takes_nothing_away(Root root) {
    Zone zone = zone(root);
    zone.processed(H13, "one");
    publish(zone, 7, "one");
    zone.processed(H13, "two");
    publish(zone, 12, "two");
    publish(zone, 7, "one");
    publish(zone, 12, "two");
    assertThat(zone.text(FINAL + "/rows.json")).isEqualTo("two");
    assertThat(zone.names(REPLACED)).containsExactly("v12", "v7");
    assertThat(zone.text(REPLACED + "/v12/rows.json")).isEqualTo("one");
  }

  @ParameterizedTest
  @EnumSource
  void after_a_failure_at_any_operation_the_same_again_ends_in_the_same_place(
      Zone.Failure failure) {
    for (String before : List.of("nothing", "one")) {
      boolean failed = true;
      for (int at = 0; failed; at++) {
        Zone zone = Zone.inMemory();
        if (before.equals("one")) {
          zone.processed(H13, "one");
          publish(zone, 7, "one");
        }
        zone.processed(H13, "two");
        failed = zone.failing(at, failure, () -> publish(zone, 12, "two"));
        assertThat(publish(zone, 12, "two")).isEqualTo(Publish.Outcome.PUBLISHED);
        assertThat(zone.text(FINAL + "/rows.json"))
            .as("over %s, after failure at operation %s", before, at)
            .isEqualTo("two");
        assertThat(zone.exists(REPLACED + "/v12")).isTrue();
        assertThat(zone.exists(REPLACED + "/v12/rows.json")).isEqualTo(before.equals("one"));
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void an_output_that_is_lost_leaves_readers_what_they_have(Root root) {
    Zone zone = zone(root);
    zone.processed(H13, "one");
    publish(zone, 7, "one");
    assertThat(publish(zone, 12, "gone")).isEqualTo(Publish.Outcome.OUTPUT_LOST);
    assertThat(publish(zone, 12, "gone")).isEqualTo(Publish.Outcome.OUTPUT_LOST);
    assertThat(zone.text(FINAL + "/rows.json")).isEqualTo("one");
    // Whoever was paused before the first rename finds the name taken.
    assertThat(zone.names(REPLACED + "/v12")).containsExactly("_nothing_replaced");
  }

  @ParameterizedTest
  @EnumSource
  void what_somebody_else_put_there_is_refused_and_stays(Root root) {
    Zone zone = zone(root);
    zone.put(FINAL + "/mine.csv", "a,b");
    zone.processed(H13, "one");
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> publish(zone, 7, "one"))
          .isInstanceOf(LandingException.NeedsOperator.class)
          .hasMessage(
              "2026-08-22T13 cannot be published: final/dt=2026-08-22/hr=13 was put there by"
                  + " something else than Tidemark. It stays where it is. Move it away, then"
                  + " 'tidemark retry 2026-08-22T13'.");
      assertThat(zone.names(FINAL)).containsExactly("mine.csv");
    }
    zone.delete(FINAL + "/mine.csv");
    zone.put(FINAL + "/_manifest.json", "not even JSON");
    assertThatThrownBy(() -> publish(zone, 7, "one"))
        .isInstanceOf(LandingException.NeedsOperator.class);
  }

  @ParameterizedTest
  @EnumSource
  void a_file_in_the_partitions_place_is_refused_too(Root root) {
    Zone zone = zone(root);
    zone.put(FINAL, "a file");
    zone.processed(H13, "one");
    assertThatThrownBy(() -> publish(zone, 7, "one"))
        .isInstanceOf(LandingException.NeedsOperator.class);
    assertThat(zone.text(FINAL)).isEqualTo("a file");
  }

  @Test
  void what_somebody_put_there_between_the_two_renames_is_refused_and_stays() {
    Zone zone = Zone.inMemory();
    zone.processed(H13, "one");
    zone.put(REPLACED + "/v7/_nothing_replaced", "");
    zone.put(FINAL + "/mine.csv", "a,b");
    assertThatThrownBy(() -> publish(zone, 7, "one"))
        .isInstanceOf(LandingException.NeedsOperator.class);
    assertThat(zone.names(FINAL)).containsExactly("mine.csv");
    assertThat(zone.exists("final/.staging/dt=2026-08-22/hr=13/one")).isTrue();
  }

  @Test
  void a_partition_of_a_minute_is_published_beside_its_neighbour() {
    Zone zone = Zone.inMemory();
    PartitionId minute = PartitionId.parse("2026-08-22T13:04");
    zone.processed(minute, "one");
    zone.put(FINAL + "/mi=03/rows.json", "neighbour");
    new Publish(zone.files())
        .carryOut(
            minute,
            new Publication(
                7,
                1,
                new TreeSet<>(List.of(0L)),
                "one",
                new LogEntry.Counts(1, 1, 0, 0),
                "config",
                Optional.empty()));
    assertThat(zone.text(FINAL + "/mi=04/rows.json")).isEqualTo("one");
    assertThat(zone.text(FINAL + "/mi=03/rows.json")).isEqualTo("neighbour");
  }

  @ParameterizedTest
  @EnumSource
  void two_who_publish_the_same_at_once_publish_it_once(Root root) throws Exception {
    Zone zone = zone(root);
    ExecutorService two = Executors.newFixedThreadPool(2);
    try {
      for (int round = 1; round <= 100; round++) {
        long version = round;
        String attempt = "attempt-" + round;
        zone.processed(H13, attempt);
        Callable<Publish.Outcome> publish = () -> publish(zone, version, attempt);
        for (Future<Publish.Outcome> outcome : two.invokeAll(List.of(publish, publish))) {
          assertThat(outcome.get()).isEqualTo(Publish.Outcome.PUBLISHED);
        }
        assertThat(zone.text(FINAL + "/rows.json")).isEqualTo(attempt);
        assertThat(zone.names(REPLACED)).hasSize(round);
      }
    } finally {
      two.shutdown();
    }
    assertThat(zone.text(REPLACED + "/v100/rows.json")).isEqualTo("attempt-99");
  }
}
