package dev.tidemark.collector.spill;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * A record on its way to Kafka, and its form on disk: a version (1 byte), the timestamp in
 * milliseconds (8), the length of the topic's name (2), the name, the value.
 */
final class SpilledRecord {
  private static final byte VERSION = 1;
  private static final int FIXED = 1 + Long.BYTES + Short.BYTES;

  private final String topic;
  private final long timestamp;
  private final byte[] value;

  /**
   * A record.
   *
   * @param timestamp when the event was received, in milliseconds; it stays, however late the
   *     record reaches Kafka
   */
  SpilledRecord(String topic, long timestamp, byte[] value) {
    this.topic = topic;
    this.timestamp = timestamp;
    this.value = value;
  }

  static SpilledRecord of(ProducerRecord<byte[], byte[]> record) {
    return new SpilledRecord(record.topic(), record.timestamp(), record.value());
  }

  static SpilledRecord decode(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    byte version = in.get();
    if (version != VERSION) {
      throw new IllegalStateException(
          "A spilled record has format " + version + "; a newer version wrote it");
    }
    long timestamp = in.getLong();
    byte[] topic = new byte[in.getShort()];
    in.get(topic);
    byte[] value = new byte[in.remaining()];
    in.get(value);
    return new SpilledRecord(new String(topic, StandardCharsets.US_ASCII), timestamp, value);
  }

  byte[] encode() {
    byte[] name = topic.getBytes(StandardCharsets.US_ASCII);
    return ByteBuffer.allocate(FIXED + name.length + value.length)
        .put(VERSION)
        .putLong(timestamp)
        .putShort((short) name.length)
        .put(name)
        .put(value)
        .array();
  }

  ProducerRecord<byte[], byte[]> toRecord() {
    return new ProducerRecord<>(topic, null, timestamp, null, value);
  }
}
