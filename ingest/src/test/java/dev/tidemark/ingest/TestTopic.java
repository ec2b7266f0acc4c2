package dev.tidemark.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A topic of a test's own, and what was sent to it. */
final class TestTopic implements AutoCloseable {
  /** A record that Kafka has acknowledged; {@code value} may be null. */
  record Sent(int partition, long offset, Instant time, String value) {}

  private record Sending(Future<RecordMetadata> answer, Instant time, String value) {}

  private final String name;
  private final KafkaProducer<byte[], byte[]> producer;
  private final List<Sending> sending = new ArrayList<>();
  private final List<Sent> sent = new ArrayList<>();

  TestTopic(Cluster cluster, String name, int partitions, Map<String, Object> settings)
      throws Exception {
    this.name = name;
    cluster.kafka().createTopic(name, partitions);
    Map<String, Object> all = new java.util.HashMap<>(settings);
    all.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, cluster.kafka().bootstrapServers());
    this.producer = new KafkaProducer<>(all, new ByteArraySerializer(), new ByteArraySerializer());
  }

  String name() {
    return name;
  }

  KafkaProducer<byte[], byte[]> producer() {
    return producer;
  }

  TestTopic send(int partition, Instant time, String value) {
    byte[] bytes = value == null ? null : value.getBytes(UTF_8);
    sending.add(
        new Sending(
            producer.send(new ProducerRecord<>(name, partition, time.toEpochMilli(), null, bytes)),
            time,
            value));
    return this;
  }

  /** Everything that was sent, once it is acknowledged; what was aborted is not in it. */
  List<Sent> sent() throws Exception {
    producer.flush();
    for (Sending s : sending) {
      RecordMetadata answer = s.answer().get();
      sent.add(new Sent(answer.partition(), answer.offset(), s.time(), s.value()));
    }
    sending.clear();
    return List.copyOf(sent);
  }

  /** Forgets what was sent and not yet asked for: the transaction that held it was aborted. */
  void forgetUnasked() {
    sending.clear();
  }

  @Override
  public void close() {
    producer.close();
  }
}
