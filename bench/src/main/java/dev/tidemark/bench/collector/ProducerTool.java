package dev.tidemark.bench.collector;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.tidemark.bench.landing.Event;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * The ceiling: what Kafka's producer performance tool does, one thread that sends the same records
 * over and over, as fast as the producer takes them. It begins when it is asked to, so that it can
 * be warm; the body of the request is for how long, in milliseconds, and the answer is how many
 * records were acknowledged in how many nanoseconds.
 */
public final class ProducerTool {
  private static final int DISTINCT = 4_096;

  private ProducerTool() {}

  public static void main(String[] arguments) throws IOException {
    ServerTask task = ServerTask.parse(arguments);
    KafkaProducer<byte[], byte[]> producer = task.producer(Duration.ofMinutes(1));
    byte[][] values =
        LongStream.range(0, DISTINCT)
            .mapToObj(i -> Event.json(i, Instant.EPOCH.plusMillis(i)))
            .toArray(byte[][]::new);
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), task.port()), 0);
    server.createContext("/", exchange -> serve(exchange, producer, task.topic(), values));
    server.start();
  }

  private static void serve(
      HttpExchange exchange, KafkaProducer<byte[], byte[]> producer, String topic, byte[][] values)
      throws IOException {
    Duration duration =
        Duration.ofMillis(
            Long.parseLong(new String(exchange.getRequestBody().readAllBytes(), US_ASCII)));
    byte[] answer = run(producer, topic, values, duration).getBytes(US_ASCII);
    exchange.sendResponseHeaders(200, answer.length);
    exchange.getResponseBody().write(answer);
    exchange.close();
  }

  private static String run(
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
    return records + " " + (System.nanoTime() - begun);
  }
}
