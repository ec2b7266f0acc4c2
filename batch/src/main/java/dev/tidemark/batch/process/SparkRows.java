package dev.tidemark.batch.process;

import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.StructType;

/** Rows as Spark itself has them, given to Spark without being made into objects and back. */
final class SparkRows {
  private SparkRows() {}

  /** A dataset of rows that have this schema. */
  static Dataset<Row> of(SparkSession session, JavaRDD<InternalRow> rows, StructType schema) {
    return ((org.apache.spark.sql.classic.SparkSession) session)
        .internalCreateDataFrame(rows.rdd(), schema, false);
  }
}
