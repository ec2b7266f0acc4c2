package dev.tidemark.coordinator.live;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import dev.tidemark.coordinator.World;
import dev.tidemark.landing.fs.MemoryFileSystem;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A collector's counters, read over HTTP. */
@Timeout(60)
class CollectorWatchTest {
  private final World world = new World(new MemoryFileSystem());
  private final CollectorWatch watch = new CollectorWatch(world.clock());
  private final AtomicReference<String> answer = new AtomicReference<>("");
  private HttpServer collector;

  @BeforeEach
  void serve() throws IOException {
    collector = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    collector.createContext(
        "/metrics",
        exchange -> {
          byte[] body = answer.get().getBytes(UTF_8);
          exchange.sendResponseHeaders(body.length == 0 ? 500 : 200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    collector.start();
    watch.add(URI.create("http://127.0.0.1:" + collector.getAddress().getPort()));
  }

  @AfterEach
  void stop() {
    watch.close();
    collector.stop(0);
  }

  private void looksAt(String metrics) {
    answer.set(metrics);
    watch.look();
    world.timePasses(Duration.ofSeconds(10));
  }

  private static String events(String source, double count) {
    return "tidemark_collector_events_total{source=\"" + source + "\"} " + count + "\n";
  }

  @Test
  void rates_are_of_all_sources_together() {
    looksAt(events("web", 10) + events("app", 5));
    looksAt(events("web", 20) + events("app", 25));
    Steps steps = Steps.of(world.now(), 1);
    assertThat(watch.received(steps)).containsExactly(null, null, null, null, 3.0, null);
    assertThat(watch.readings()).allSatisfy(r -> assertThat(r.problem()).isEmpty());
  }

  @Test
  void it_reads_by_itself_before_anybody_asks() {
    answer.set(events("web", 10));
    watch.start();
    await().until(() -> watch.readings().get(0).readAt().isPresent());
  }

  @Test
  void one_that_is_added_later_is_read_at_once() {
    URI address = URI.create("http://127.0.0.1:" + collector.getAddress().getPort());
    answer.set(events("web", 10));
    watch.start();
    await().until(() -> watch.readings().get(0).readAt().isPresent());
    watch.add(address.resolve("/later"));
    await()
        .atMost(Duration.ofSeconds(8))
        .until(
            () ->
                watch.readings().get(1).readAt().isPresent()
                    || watch.readings().get(1).problem().isPresent());
  }

  @Test
  void what_one_collector_does_not_say_is_not_known_of_all() {
    watch.add(URI.create("http://127.0.0.1:1"));
    looksAt(events("web", 10));
    looksAt(events("web", 20));
    assertThat(watch.received(Steps.of(world.now(), 1))).containsOnlyNulls();
    assertThat(watch.rejected()).contains(Map.of());
    assertThat(watch.readings().get(1).readAt()).isEmpty();
    assertThat(watch.readings().get(1).problem()).isPresent();
  }

  @Test
  void one_that_fails_says_why_and_is_well_again_when_it_answers() {
    looksAt("");
    assertThat(watch.readings().get(0).problem()).contains("it answered 500");
    assertThat(watch.rejected()).isEmpty();
    looksAt(events("web", 1));
    assertThat(watch.readings().get(0).problem()).isEmpty();
    assertThat(watch.readings().get(0).readAt()).isPresent();
  }

  @Test
  void an_answer_without_an_end_is_not_taken() {
    looksAt("x".repeat(2 * 1024 * 1024));
    assertThat(watch.readings().get(0).problem().orElseThrow()).contains("longer than");
  }

  @Test
  void what_is_no_metric_is_passed_over() {
    Scrape scrape =
        Scrape.parse(
            """
            # HELP tidemark_collector_events_total Events
            tidemark_collector_events_total{source="a } b",x="reason=\\"y\\""} 7 1700000000
            tidemark_collector_events_total 2
            tidemark_collector_events_total{source="x"} NaN
            tidemark_collector_events_total{source="x"} -5
            tidemark_collector_events_total_more 9
            tidemark_collector_rejected_events_total{reason="not_json",} 4.0
            tidemark_collector_rejected_events_total{reason="<script>"} 4.0
            tidemark_collector_rejected_events_total{
            \u0000\uFFFF
            """);
    assertThat(scrape).isEqualTo(new Scrape(9, Map.of("not_json", 4.0)));
  }
}
