package dev.tidemark.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemark.coordinator.operations.PartitionSummary;
import java.io.IOException;
import java.time.Duration;
import org.apache.spark.sql.SparkSession;

/** Proves that what visitors sent is in final, each event once, when all is carried through. */
final class PublishedOnce {
  private static final Duration LIMIT = Duration.ofMinutes(2);

  private final SeparatePrograms programs;
  private final SparkSession reader;

  PublishedOnce(SeparatePrograms programs, SparkSession reader) {
    this.programs = programs;
    this.reader = reader;
  }

  /** Closes what is open, waits until all of it is archived, and looks. */
  void check(Visitors visitors) throws IOException {
    DatasetView view = programs.view();
    int count = visitors.sent().size();
    await().atMost(LIMIT).until(() -> view.landedRows() >= count);
    // A person need not wait for the end of the minute.
    for (PartitionSummary p : view.partitions()) {
      if (p.standing() == PartitionSummary.Standing.OPEN) {
        programs.run("close", p.partition().toString(), "--force");
      }
    }
    await()
        .atMost(LIMIT)
        .pollInterval(Duration.ofMillis(500))
        .until(() -> view.isCarriedThrough(count));
    assertThat(view.recordsInKafka(programs.kafka().bootstrapServers())).isEqualTo(count);
    Program.Answer partitions = programs.run("partitions", "-o", "json");
    assertThat(partitions.exitCode()).as(partitions.output()).isZero();
    JsonNode rows = partitions.json();
    assertThat(rows.findValuesAsText("standing")).isNotEmpty().containsOnly("ARCHIVED");
    assertThat(rows.findValues("out").stream().mapToLong(JsonNode::asLong).sum()).isEqualTo(count);
    Program.Answer audit = programs.run("audit");
    assertThat(audit.exitCode()).as(audit.output()).isZero();
    assertThat(audit.output()).contains("Every record is accounted for once");
    assertThat(view.publishedIds(reader)).containsExactlyInAnyOrderElementsOf(visitors.sent());
  }
}
