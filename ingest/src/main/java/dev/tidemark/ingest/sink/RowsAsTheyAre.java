package dev.tidemark.ingest.sink;

import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.execution.ProjectExec;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.datasources.v2.MicroBatchScanExec;
import org.apache.spark.sql.execution.datasources.v2.WriteToDataSourceV2Exec;
import org.apache.spark.sql.execution.streaming.sources.MicroBatchWrite;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Lets the sink have the source's rows as they are. Spark puts a projection over every source that
 * is read by rows, for most operators need {@code UnsafeRow}s; it copies each row, the value
 * included. {@link LandingWriter} takes any rows, so between a scan and the sink a projection onto
 * all columns of the scan has no use.
 */
final class RowsAsTheyAre extends Rule<SparkPlan> {
  @Override
  public SparkPlan apply(SparkPlan plan) {
    return plan instanceof WriteToDataSourceV2Exec write
            && write.batchWrite() instanceof MicroBatchWrite batch
            && batch.writeSupport() instanceof LandingWrite
            && write.query() instanceof ProjectExec project
            && project.child() instanceof MicroBatchScanExec scan
            && project.projectList().equals(scan.output())
        ? write.withNewChildren(
            CollectionConverters.asScala(java.util.List.<SparkPlan>of(scan)).toSeq())
        : plan;
  }
}
