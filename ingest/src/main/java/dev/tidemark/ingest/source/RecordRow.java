package dev.tidemark.ingest.source;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Shows records of one topic-partition in the columns of Spark's Kafka source without headers: key,
 * value, topic, partition, offset, timestamp (microseconds since the epoch), timestamp type. Key
 * and value are the record's own arrays.
 */
final class RecordRow {
  private static final int KEY = 0;
  private static final int VALUE = 1;
  private static final int TOPIC = 2;
  private static final int PARTITION = 3;
  private static final int OFFSET = 4;
  private static final int TIMESTAMP = 5;
  private static final int TIMESTAMP_TYPE = 6;
  private static final int COLUMNS = 7;
  private static final long MICROS = 1000;

  private final Object[] values = new Object[COLUMNS];
  private final InternalRow row = new GenericInternalRow(values);

  RecordRow(TopicPartition source) {
    values[TOPIC] = UTF8String.fromString(source.topic());
    values[PARTITION] = source.partition();
  }

  void show(ConsumerRecord<byte[], byte[]> record) {
    values[KEY] = record.key();
    values[VALUE] = record.value();
    values[OFFSET] = record.offset();
    values[TIMESTAMP] = micros(record.timestamp());
    values[TIMESTAMP_TYPE] = record.timestampType().id;
  }

  InternalRow row() {
    return row;
  }

  // Any number may be sent as a time; the furthest is as far as any, and does not end the stream.
  private static long micros(long millis) {
    return millis > Long.MAX_VALUE / MICROS
        ? Long.MAX_VALUE
        : Math.max(millis, Long.MIN_VALUE / MICROS) * MICROS;
  }
}
