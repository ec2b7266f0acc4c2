package dev.tidemark.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tidemark.embedded.ChildJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Collector, ingest and coordinator, each a process of its own, on a Kafka and an HDFS apart. */
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ProgramsIT {
  private static final int ENOUGH = 300;
  private static final Duration LIMIT = Duration.ofMinutes(2);

  /** How often ingest is killed; more by {@code -Dtidemark.kills=N}. */
  private static final int KILLS = Integer.getInteger("tidemark.kills", 3);

  /**
   * What a JVM ends with that SIGTERM ended (128 + 15), after its hooks have stopped the program in
   * good order; a program that ended by itself, or failed, has another.
   */
  static final int TERMINATED = 143;

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
  void every_event_is_published_once_though_ingest_and_coordinator_are_killed() throws Exception {
    try (ChildJvm collector = programs.start("collector");
        ChildJvm firstIngest = programs.start("ingest");
        ChildJvm killedCoordinator = programs.start("coordinator")) {
      await().atMost(LIMIT).ignoreExceptions().until(() -> Visitors.isReady(programs.collector()));
      try (Visitors visitors =
          new Visitors(programs.collector(), "event", Duration.ofMillis(150), Clock.systemUTC())) {
        // In the middle of landing, again and again, beside one that stands by …
        try (ChildJvm ingest = killAgainAndAgain(firstIngest)) {
          // … and in the middle of processing.
          until(this::isProcessing, 5);
          killedCoordinator.kill();
          try (ChildJvm coordinator = programs.start("coordinator")) {
            until(() -> visitors.sent().size() >= ENOUGH, 50);
            visitors.close();
            assertThat(visitors.acknowledged()).isEqualTo(visitors.sent());
            new PublishedOnce(programs, spark).check(visitors);
            assertEndsInGoodOrder(collector, ingest, coordinator);
          }
        }
      }
    }
  }

  /** Kills the process that lands, while another waits to take over; returns the last one. */
  private ChildJvm killAgainAndAgain(ChildJvm first) throws IOException {
    ChildJvm lands = first;
    for (int kill = 0; kill < KILLS; kill++) {
      ChildJvm standsBy = programs.start("ingest");
      long before = view.landedRows();
      until(() -> view.landedRows() > before + 20 && view.state().pending().isPresent(), 1);
      lands.kill();
      lands = standsBy;
    }
    return lands;
  }

  private void until(Callable<Boolean> condition, long pollMillis) {
    await().atMost(LIMIT).pollInterval(Duration.ofMillis(pollMillis)).until(condition);
  }

  private boolean isProcessing() {
    return view.state().partitions().values().stream().anyMatch(p -> p.claim().isPresent());
  }

  private static void assertEndsInGoodOrder(ChildJvm... programs) throws IOException {
    for (ChildJvm each : programs) {
      assertThat(each.isAlive()).isTrue();
      each.terminate();
    }
    for (ChildJvm each : programs) {
      assertThat(each.awaitExit(Duration.ofMinutes(1))).isEqualTo(TERMINATED);
    }
  }
}
