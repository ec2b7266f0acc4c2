package dev.tidemark.ingest.source;

import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.kafka010.KafkaBatchInputPartition;

/**
 * Reads what {@link UncopiedReader} can read: a range of known offsets, without headers.
 *
 * @param spark Spark's own; it reads what is left
 */
record UncopiedReaderFactory(PartitionReaderFactory spark) implements PartitionReaderFactory {
  @Override
  public PartitionReader<InternalRow> createReader(InputPartition partition) {
    return partition instanceof KafkaBatchInputPartition range
            && !range.includeHeaders()
            && range.offsetRange().fromOffset() >= 0
            && range.offsetRange().untilOffset() >= 0
        ? UncopiedReader.open(range)
        : spark.createReader(partition);
  }
}
