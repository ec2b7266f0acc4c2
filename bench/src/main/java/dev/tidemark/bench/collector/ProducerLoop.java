package dev.tidemark.bench.collector;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * The outer bound: one thread that hands the same records to Kafka's producer over and over, with
 * nothing beside. It begins when it is asked to, as {@link ProducerTask} says.
 */
public final class ProducerLoop {
  private ProducerLoop() {}

  public static void main(String[] arguments) throws IOException {
    ServerTask task = ServerTask.parse(arguments);
    KafkaProducer<byte[], byte[]> producer =
        task.producer(Duration.ofMinutes(1), ServerTask.Pace.LINGER);
    byte[][] values = ProducerTask.values().toArray(byte[][]::new);
    ProducerTask.serve(task.port(), duration -> run(producer, task.topic(), values, duration));
  }

  private static ProducerTask.Sent run(
      KafkaProducer<byte[], byte[]> producer, String topic, byte[][] values, Duration duration) {
    AtomicReference<Exception> failure = new AtomicReference<>();
    long begun = System.nanoTime();
    long records = 0;
    while (System.nanoTime() - begun < duration.toNanos()) {
      var unused =
          producer.send(
              new ProducerRecord<>(topic, values[(int) (records % values.length)]),
              (metadata, e) -> {
                if (e != null) {
                  failure.compareAndSet(null, e);
                }
              });
      records++;
    }
    producer.flush();
    if (failure.get() != null) {
      throw new IllegalStateException("Kafka did not take all records", failure.get());
    }
    return new ProducerTask.Sent(records, System.nanoTime() - begun);
  }
}
