package dev.tidemark.ingest.source;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.kafka010.KafkaBatchInputPartition;
import org.apache.spark.sql.kafka010.consumer.KafkaDataConsumer;

/**
 * Hands out the records of a range of offsets in the order of their offsets, as Spark's {@code
 * KafkaBatchPartitionReader} does. It uses the same pooled consumers, so that expired offsets,
 * transactions and delegation tokens are treated alike.
 */
final class UncopiedReader implements PartitionReader<InternalRow> {
  private final KafkaDataConsumer consumer;
  private final KafkaBatchInputPartition range;
  private final long until;
  private final RecordRow row;
  private long next;

  private UncopiedReader(KafkaDataConsumer consumer, KafkaBatchInputPartition range) {
    this.consumer = consumer;
    this.range = range;
    this.next = range.offsetRange().fromOffset();
    this.until = range.offsetRange().untilOffset();
    this.row = new RecordRow(range.offsetRange().topicPartition());
  }

  static UncopiedReader open(KafkaBatchInputPartition range) {
    return new UncopiedReader(
        KafkaDataConsumer.acquire(
            range.offsetRange().topicPartition(), range.executorKafkaParams()),
        range);
  }

  @Override
  public boolean next() {
    if (next >= until) {
      return false;
    }
    // Null when nothing visible is left before the end, as after an aborted transaction.
    ConsumerRecord<byte[], byte[]> record =
        consumer.get(next, until, range.pollTimeoutMs(), range.failOnDataLoss());
    if (record == null) {
      return false;
    }
    row.show(record);
    next = record.offset() + 1;
    return true;
  }

  /** The same object for each record. */
  @Override
  public InternalRow get() {
    return row.row();
  }

  @Override
  public CustomTaskMetric[] currentMetricsValues() {
    return new CustomTaskMetric[] {
      new Count("offsetOutOfRange", consumer.getNumOffsetOutOfRange()),
      new Count("dataLoss", consumer.getNumDataLoss())
    };
  }

  /** A metric that Spark's source declares. */
  private record Count(String name, long value) implements CustomTaskMetric {}

  @Override
  public void close() {
    consumer.release();
  }
}
