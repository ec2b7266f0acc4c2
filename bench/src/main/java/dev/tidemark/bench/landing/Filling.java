package dev.tidemark.bench.landing;

import java.time.Duration;
import java.time.Instant;
import java.util.Properties;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Fills a topic with events, their times evenly over a span. */
record Filling(String brokers, String topic, int partitions) {

  /** Returns the bytes of all values, each with a line break. */
  long fill(long events, Instant from, Duration length) {
    Properties settings = new Properties();
    settings.put("bootstrap.servers", brokers);
    settings.put("batch.size", Integer.toString(512 * 1024));
    settings.put("linger.ms", "20");
    AtomicReference<Exception> failure = new AtomicReference<>();
    long bytes = 0;
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
      for (long i = 0; i < events; i++) {
        Instant time = from.plusMillis(length.toMillis() * i / events);
        byte[] json = Event.json(i, time);
        bytes += json.length + 1;
        Future<?> ignored =
            producer.send(
                new ProducerRecord<>(
                    topic, (int) (i % partitions), time.toEpochMilli(), null, json),
                (metadata, e) -> {
                  if (e != null) {
                    failure.compareAndSet(null, e);
                  }
                });
      }
    }
    if (failure.get() != null) {
      throw new IllegalStateException("The topic could not be filled", failure.get());
    }
    return bytes;
  }
}
