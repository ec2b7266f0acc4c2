package dev.tidemark.embedded;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Sends and reads numbered records. */
final class Records {
  private Records() {}

  static List<String> numbers(int count) {
    return IntStream.range(0, count).mapToObj(Integer::toString).toList();
  }

  /** Sends the numbers below {@code count}; returns when all are acknowledged by all replicas. */
  static void send(String servers, String topic, int count) throws Exception {
    // A time long ago: records must not expire by it.
    long old = 1_000_000_000_000L;
    try (KafkaProducer<String, String> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", servers, "acks", "all"),
            new StringSerializer(),
            new StringSerializer())) {
      List<Future<RecordMetadata>> acknowledgements = new ArrayList<>();
      for (String n : numbers(count)) {
        acknowledgements.add(producer.send(new ProducerRecord<>(topic, null, old, n, n)));
      }
      for (Future<RecordMetadata> acknowledgement : acknowledgements) {
        acknowledgement.get();
      }
    }
  }

  /** Sends many small requests to each partition at once; whether all are acknowledged soon. */
  static boolean isTakenByEach(String servers, String topic, int partitions) throws Exception {
    Map<String, Object> settings =
        Map.of(
            "bootstrap.servers", servers,
            "acks", "all",
            "linger.ms", 0,
            "request.timeout.ms", 10_000,
            "delivery.timeout.ms", 15_000);
    try (KafkaProducer<String, String> producer =
        new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
      List<Future<RecordMetadata>> acknowledgements = new ArrayList<>();
      for (int n = 0; n < 200 * partitions; n++) {
        acknowledgements.add(
            producer.send(new ProducerRecord<>(topic, n % partitions, null, null, "" + n)));
      }
      for (Future<RecordMetadata> acknowledgement : acknowledgements) {
        acknowledgement.get();
      }
      return true;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof TimeoutException) {
        return false;
      }
      throw e;
    }
  }

  /** Every value of a topic, up to its end as of now. */
  static List<String> read(String servers, String topic) {
    try (KafkaConsumer<String, String> consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", servers, "auto.offset.reset", "earliest"),
            new StringDeserializer(),
            new StringDeserializer())) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(topic).stream()
              .map(p -> new TopicPartition(topic, p.partition()))
              .toList();
      consumer.assign(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      List<String> values = new ArrayList<>();
      while (partitions.stream().anyMatch(p -> consumer.position(p) < ends.get(p))) {
        consumer.poll(Duration.ofMillis(100)).forEach(r -> values.add(r.value()));
      }
      return values;
    }
  }
}
