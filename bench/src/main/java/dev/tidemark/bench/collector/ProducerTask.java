package dev.tidemark.bench.collector;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.sun.net.httpserver.HttpServer;
import dev.tidemark.bench.landing.Event;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * To send records to Kafka when asked over HTTP, so that a program without an HTTP interface of its
 * own can be warm: the body of the request is for how long, in milliseconds, and the answer is how
 * many records were acknowledged in how many nanoseconds.
 */
@FunctionalInterface
interface ProducerTask {
  /** How many records were acknowledged, and how long that took. */
  record Sent(long records, long nanos) {
    @Override
    public String toString() {
      return records + " " + nanos;
    }
  }

  Sent run(Duration duration) throws IOException;

  /** The events that the other programs are sent, enough of them not to live in the cache. */
  static Stream<byte[]> values() {
    return LongStream.range(0, 4_096).mapToObj(i -> Event.json(i, Instant.EPOCH.plusMillis(i)));
  }

  static void serve(int port, ProducerTask task) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    server.createContext(
        "/",
        exchange -> {
          String millis = new String(exchange.getRequestBody().readAllBytes(), US_ASCII);
          Sent sent = task.run(Duration.ofMillis(Long.parseLong(millis)));
          byte[] answer = sent.toString().getBytes(US_ASCII);
          exchange.sendResponseHeaders(200, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    server.start();
  }
}
