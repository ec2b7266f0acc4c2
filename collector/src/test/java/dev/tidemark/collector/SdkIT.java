package dev.tidemark.collector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.rudderstack.sdk.java.analytics.RudderAnalytics;
import com.segment.analytics.Analytics;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Client libraries as their makers ship them, against a collector and a Kafka. */
class SdkIT {
  private static final JsonMapper JSON = new JsonMapper();
  private static final int EVENTS = 500;

  @TempDir private static Path directory;
  private static TestBroker broker;
  private static TestProxy proxy;
  private static Collector collector;
  private static TestClient client;

  private final List<String> delivered = Collections.synchronizedList(new ArrayList<>());
  private final List<String> failed = Collections.synchronizedList(new ArrayList<>());
  private TopicReader events;

  @BeforeAll
  static void start() throws Exception {
    broker = new TestBroker(directory.resolve("kafka"));
    proxy = new TestProxy(broker.port());
    broker.advertise(proxy.port());
    broker.start();
    collector =
        Configs.started(
            broker.bootstrapServers(),
            Clock.systemUTC(),
            "drain-delay: PT0S",
            "keys: [{key: WRITE_KEY, source: sdk}]",
            "spill: {dir: \"" + directory.resolve("spill") + "\"}");
    client = new TestClient(collector.port());
    await().atMost(Duration.ofSeconds(30)).until(() -> client.get("/ready").statusCode() == 200);
  }

  @AfterAll
  static void stop() throws IOException {
    proxy.thaw();
    collector.close();
    broker.close();
    proxy.close();
  }

  @BeforeEach
  void readFromHere() {
    events = new TopicReader(broker.bootstrapServers(), "events");
  }

  @AfterEach
  void stopReading() {
    events.close();
  }

  @Test
  void segments_java_library_delivers_everything_once() throws Exception {
    Analytics analytics = segment("WRITE_KEY");
    for (int i = 0; i < EVENTS; i++) {
      analytics.enqueue(segmentTrack(i));
    }
    awaitDelivered(EVENTS);
    analytics.shutdown();
    assertDeliveredOnce();
  }

  @Test
  void rudderstacks_java_library_delivers_everything_once() throws Exception {
    RudderAnalytics analytics = rudder();
    for (int i = 0; i < EVENTS; i++) {
      analytics.enqueue(rudderTrack(i));
    }
    awaitDelivered(EVENTS);
    analytics.shutdown();
    assertDeliveredOnce();
  }

  @Test
  void both_are_served_while_kafka_is_away() throws Exception {
    proxy.freeze();
    Analytics segment = segment("WRITE_KEY");
    RudderAnalytics rudder = rudder();
    for (int i = 0; i < EVENTS / 2; i++) {
      segment.enqueue(segmentTrack(i));
      rudder.enqueue(rudderTrack(i + EVENTS / 2));
    }
    awaitDelivered(EVENTS);
    segment.shutdown();
    rudder.shutdown();
    assertThat(failed).isEmpty();
    proxy.thaw();
    Map<Integer, Integer> seen = new TreeMap<>();
    await()
        .atMost(Duration.ofSeconds(40))
        .until(
            () -> {
              count(seen);
              return seen.size() == EVENTS;
            });
    assertThat(seen.keySet())
        .containsExactlyElementsOf(IntStream.range(0, EVENTS).boxed().toList());
  }

  @Test
  void a_key_that_is_unknown_is_not_tried_for_ever() {
    Analytics analytics = segment("OTHER_KEY");
    analytics.enqueue(segmentTrack(1));
    analytics.flush();
    await().atMost(Duration.ofSeconds(30)).until(() -> failed.size() == 1);
    analytics.shutdown();
    assertThat(delivered).isEmpty();
    assertThat(events.rest()).isEmpty();
  }

  private void awaitDelivered(int count) {
    await().atMost(Duration.ofSeconds(60)).until(() -> delivered.size() + failed.size() >= count);
  }

  private void assertDeliveredOnce() throws IOException {
    assertThat(failed).isEmpty();
    assertThat(delivered).hasSize(EVENTS).doesNotHaveDuplicates();
    Map<Integer, Integer> seen = new TreeMap<>();
    count(seen);
    assertThat(seen).hasSize(EVENTS).allSatisfy((n, times) -> assertThat(times).isEqualTo(1));
  }

  /** Adds what is in Kafka by now: how often each number came. */
  private void count(Map<Integer, Integer> seen) throws IOException {
    for (ConsumerRecord<byte[], byte[]> record : events.rest()) {
      JsonNode envelope = JSON.readTree(record.value());
      assertThat(envelope.get("source").asText()).isEqualTo("sdk");
      JsonNode event = envelope.get("event");
      assertThat(event.get("type").asText()).isEqualTo("track");
      assertThat(event.get("messageId")).isEqualTo(envelope.get("event_id"));
      seen.merge(event.get("properties").get("n").asInt(), 1, Integer::sum);
    }
  }

  private Analytics segment(String key) {
    return Analytics.builder(key)
        .endpoint("http://127.0.0.1:" + collector.port())
        .flushQueueSize(50)
        .flushInterval(1, TimeUnit.SECONDS)
        .callback(
            new com.segment.analytics.Callback() {
              @Override
              public void success(com.segment.analytics.messages.Message message) {
                delivered.add(message.messageId());
              }

              @Override
              public void failure(
                  com.segment.analytics.messages.Message message, Throwable throwable) {
                failed.add(message.messageId());
              }
            })
        .build();
  }

  private RudderAnalytics rudder() {
    return RudderAnalytics.builder("WRITE_KEY")
        .setDataPlaneUrl("http://127.0.0.1:" + collector.port())
        .flushQueueSize(50)
        .flushInterval(1, TimeUnit.SECONDS)
        .callback(
            new com.rudderstack.sdk.java.analytics.Callback() {
              @Override
              public void success(com.rudderstack.sdk.java.analytics.messages.Message message) {
                delivered.add(message.messageId());
              }

              @Override
              public void failure(
                  com.rudderstack.sdk.java.analytics.messages.Message message,
                  Throwable throwable) {
                failed.add(message.messageId());
              }
            })
        .build();
  }

  private static com.segment.analytics.messages.TrackMessage.Builder segmentTrack(int n) {
    return com.segment.analytics.messages.TrackMessage.builder("Clicked")
        .userId("u")
        .properties(Map.of("n", n));
  }

  private static com.rudderstack.sdk.java.analytics.messages.TrackMessage.Builder rudderTrack(
      int n) {
    return com.rudderstack.sdk.java.analytics.messages.TrackMessage.builder("Clicked")
        .userId("u")
        .properties(Map.of("n", n));
  }
}
