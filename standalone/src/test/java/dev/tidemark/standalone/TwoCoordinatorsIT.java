package dev.tidemark.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tidemark.coordinator.operations.PartitionSummary;
import dev.tidemark.embedded.ChildJvm;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.log.LogEntry;
import dev.tidemark.landing.log.PartitionState;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two coordinators, each a process of its own, that are stopped, go on and are killed while ingest
 * lands and a person has hours processed again.
 */
@Timeout(400)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TwoCoordinatorsIT {
  private static final Duration LIMIT = Duration.ofMinutes(2);

  /** How often one of them is killed; more by {@code -Dtidemark.kills=N}. */
  private static final int KILLS = Integer.getInteger("tidemark.kills", 2);

  private SeparatePrograms programs;
  private SparkSession spark;
  private DatasetView view;

  @BeforeAll
  void start(@TempDir Path directory) throws Exception {
    programs = SeparatePrograms.in(directory);
    view = programs.view();
    spark = SeparatePrograms.reader(directory);
  }

  @AfterAll
  void stop() throws Exception {
    if (spark != null) {
      spark.stop();
    }
    if (programs != null) {
      programs.close();
    }
  }

  @Test
  void every_hour_is_right_though_both_are_stopped_and_killed_in_turn() throws Exception {
    try (ChildJvm collector = programs.start("collector");
        ChildJvm ingest = programs.start("ingest");
        ChildJvm first = programs.start("coordinator")) {
      await().atMost(LIMIT).ignoreExceptions().until(() -> Visitors.isReady(programs.collector()));
      try (Visitors visitors =
          new Visitors(programs.collector(), "event", Duration.ofMillis(150), Clock.systemUTC())) {
        until(() -> view.landedRows() > 20);
        PartitionId stalled = somethingIsProcessed();
        first.pause();
        String lost = view.state().partition(stalled).orElseThrow().claim().orElseThrow().attempt();
        try (ChildJvm second = programs.start("coordinator")) {
          until(() -> isPublishedByAnotherThan(lost, stalled));
          first.resume();
          killInTurn(first, second, stalled, visitors);
        }
        assertThat(collector.isAlive() && ingest.isAlive()).isTrue();
      }
    }
  }

  private void killInTurn(ChildJvm first, ChildJvm second, PartitionId published, Visitors visitors)
      throws Exception {
    ChildJvm[] both = {first, second};
    try {
      for (int kill = 0; kill < KILLS; kill++) {
        CompletableFuture<Program.Answer> again =
            CompletableFuture.supplyAsync(() -> reprocess(published));
        somethingIsProcessed();
        both[kill % 2].kill();
        both[kill % 2] = programs.start("coordinator");
        Program.Answer answer = again.get(2, TimeUnit.MINUTES);
        assertThat(answer.exitCode()).as(answer.output()).isZero();
      }
      visitors.close();
      assertThat(visitors.acknowledged()).isEqualTo(visitors.sent());
      new PublishedOnce(programs, spark).check(visitors);
      assertThat(revision(published)).isGreaterThanOrEqualTo(1 + KILLS);
      assertThat(both).allMatch(ChildJvm::isAlive);
    } finally {
      both[0].close();
      both[1].close();
    }
  }

  private Program.Answer reprocess(PartitionId partition) {
    try {
      return programs.run("reprocess", partition.toString());
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /** Waits for a moment at which a claim is held; what lands is closed early to have one soon. */
  private PartitionId somethingIsProcessed() {
    await()
        .atMost(LIMIT)
        .pollInterval(Duration.ofMillis(20))
        .until(
            () -> {
              if (view.landedRows() % 7 == 0) {
                view.closeWhateverIsOpen();
              }
              return view.state().partitions().values().stream().anyMatch(this::isClaimed);
            });
    return view.state().partitions().values().stream()
        .filter(this::isClaimed)
        .map(PartitionState::id)
        .findFirst()
        .orElseGet(this::somethingIsProcessed);
  }

  private boolean isClaimed(PartitionState p) {
    return p.claim().filter(c -> c.until().isAfter(Clock.systemUTC().instant())).isPresent();
  }

  private boolean isPublishedByAnotherThan(String attempt, PartitionId id) {
    return view.entries(LogEntry.Publish.class).stream()
            .anyMatch(p -> p.partition().equals(id) && !p.attempt().equals(attempt))
        && revision(id) > 0;
  }

  private int revision(PartitionId id) {
    return view.partitions().stream()
        .filter(p -> p.partition().equals(id))
        .mapToInt(PartitionSummary::revision)
        .sum();
  }

  private void until(Callable<Boolean> condition) {
    await().atMost(LIMIT).pollInterval(Duration.ofMillis(100)).until(condition);
  }
}
