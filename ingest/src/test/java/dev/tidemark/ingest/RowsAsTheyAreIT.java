package dev.tidemark.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.datasources.v2.MicroBatchScanExec;
import org.apache.spark.sql.execution.datasources.v2.WriteToDataSourceV2Exec;
import org.apache.spark.sql.execution.streaming.runtime.StreamingQueryWrapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Which plans reach the sink, and that it lands the same from each. */
@ExtendWith(Cluster.Resolver.class)
@Timeout(120)
class RowsAsTheyAreIT {
  private static final Instant T13 = Instant.parse("2026-08-22T13:00:00Z");

  private final Cluster cluster;
  @TempDir private Path checkpoint;

  RowsAsTheyAreIT(Cluster cluster) {
    this.cluster = cluster;
  }

  @Test
  void nothing_copies_the_rows_of_the_source_on_their_way_to_the_sink() throws Exception {
    assertThat(planOfLanding(UnaryOperator.identity())).isInstanceOf(MicroBatchScanExec.class);
  }

  @Test
  void columns_that_a_program_chooses_or_makes_stay_as_it_says() throws Exception {
    SparkPlan plan =
        planOfLanding(
            rows ->
                rows.selectExpr(
                    "offset", "partition", "timestamp", "topic", "cast(value AS string) AS value"));
    assertThat(plan).isNotInstanceOf(MicroBatchScanExec.class);
  }

  private SparkPlan planOfLanding(UnaryOperator<Dataset<Row>> between) throws Exception {
    try (TestDataset dataset = new TestDataset(cluster, 2)) {
      for (int i = 0; i < 200; i++) {
        dataset.topic().send(i % 2, T13.plusSeconds(i), i % 7 == 0 ? "" : "Zoë\n日本 " + i);
      }
      dataset.topic().send(0, T13, null);
      dataset.topic().sent();
      StreamingQueryWrapper query =
          (StreamingQueryWrapper) new PlainProgram(cluster, dataset, checkpoint).run(between);
      dataset.awaitLanded();
      dataset.assertEveryRecordLandedOnce();
      SparkPlan plan = query.streamingQuery().lastExecution().executedPlan();
      return ((WriteToDataSourceV2Exec) plan).query();
    }
  }
}
