package dev.tidemark.coordinator.api;

import static dev.tidemark.coordinator.api.ServedWorld.EVENTS;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tidemark.landing.GenerationId;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.fs.MemoryFileSystem;
import dev.tidemark.landing.fs.MemoryFileSystem.Fault.Effect;
import dev.tidemark.landing.log.LogEntry;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who listens is told what changes, over a connection that stays. */
@Timeout(60)
class ChangesTest {
  private final AtomicReference<Effect> effect = new AtomicReference<>(Effect.NONE);
  private final ServedWorld served =
      ServedWorld.with(
          (operation, path) -> path.startsWith("_landing/log") ? effect() : Effect.NONE);
  private final AtomicInteger failedLooks = new AtomicInteger();
  private final List<EventSource> sources = new ArrayList<>();

  @AfterEach
  void stop() {
    sources.forEach(EventSource::close);
    served.close();
  }

  private Effect effect() {
    boolean fails = effect.get() != Effect.NONE;
    if (fails && Thread.currentThread().getName().startsWith("changes-")) {
      failedLooks.incrementAndGet();
    }
    return effect.get();
  }

  private EventSource listens(String query) {
    EventSource source = new EventSource(served, served.request(EVENTS + "/changes" + query));
    sources.add(source);
    return source;
  }

  private long version() {
    return served.world.state().version();
  }

  @Test
  void a_change_arrives_within_moments_of_its_entry() {
    served.world.lands("2026-08-22T10", "a");
    EventSource source = listens("?since=" + version());
    assertThat(source.response().statusCode()).isEqualTo(200);
    assertThat(source.response().headers().firstValue("Content-Type").orElseThrow())
        .startsWith("text/event-stream");
    served.world.operations().hold(PartitionId.parse("2026-08-22T10"), "look first");
    EventSource.Event event = source.awaitEvent(1);
    assertThat(event.type()).isEqualTo("partitions");
    assertThat(event.id()).isEqualTo(Long.toString(version()));
    assertThat(event.data().get("version").asLong()).isEqualTo(version());
    assertThat(event.data().get("cells").toString())
        .isEqualTo("[[\"2026-08-22T10\",\"HELD\",0,0,0,1,1,[]]]");
    served.world.lands("2026-08-22T11", "b");
    assertThat(source.awaitEvent(2).data().at("/cells/0/1").asText()).isEqualTo("OPEN");
  }

  @Test
  void who_comes_back_is_told_what_it_missed() {
    served.world.lands("2026-08-22T09", "before");
    long known = version();
    served
        .world
        .lands("2026-08-22T10", "a")
        .watermarkReaches("2026-08-22T11:06:00Z")
        .coordinatorTicks();
    EventSource.Event event = listens("?since=" + known).awaitEvent(1);
    assertThat(event.data().get("cells").toString())
        .isEqualTo(
            "[[\"2026-08-22T09\",\"ARCHIVED\",1,0,1,1,1,[]],[\"2026-08-22T10\",\"ARCHIVED\",1,0,1,1,1,[]]]");
    EventSource again =
        new EventSource(
            served,
            served
                .request(EVENTS + "/changes?since=0")
                .header("Last-Event-ID", Long.toString(known)));
    sources.add(again);
    assertThat(again.awaitEvent(1).data()).isEqualTo(event.data());
  }

  @Test
  void a_claim_that_lapses_is_told_when_it_does_though_there_is_no_entry_of_it() {
    served.world.lands("2026-08-22T10", "a").closes("2026-08-22T10");
    PartitionId id = PartitionId.parse("2026-08-22T10");
    served.world.says(new LogEntry.Staged(new GenerationId(id, 0)));
    EventSource source = listens("?since=" + version());
    served.world.says(
        new LogEntry.Claim(id, "attempt", served.world.now().plus(Duration.ofMinutes(1))));
    assertThat(source.awaitEvent(1).data().at("/cells/0/1").asText()).isEqualTo("PROCESSING");
    long version = version();
    served.world.timePasses(Duration.ofMinutes(2));
    EventSource.Event event = source.awaitEvent(2);
    assertThat(event.data().get("version").asLong()).isEqualTo(version);
    assertThat(event.data().at("/cells/0/1").asText()).isEqualTo("STAGED");
    // Whoever comes later may have seen it claimed.
    assertThat(listens("?since=" + version).awaitEvent(1).data().at("/cells/0/1").asText())
        .isEqualTo("STAGED");
    assertThat(source.events()).hasSize(2);
  }

  @Test
  void without_a_version_only_what_happens_from_now_on_is_told() {
    served.world.lands("2026-08-22T10", "a");
    EventSource source = listens("");
    String version = Long.toString(version());
    await().until(() -> source.comments() > 1 && source.lastId().equals(version));
    assertThat(source.events()).isEmpty();
    served.world.lands("2026-08-22T11", "b");
    assertThat(source.awaitEvent(1).data().get("cells")).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"999999", "1"})
  void what_is_not_known_is_to_be_read_again(String since) {
    served.world.lands("2026-08-22T10", "a");
    served.logIsShortened();
    EventSource.Event event = listens("?since=" + since).awaitEvent(1);
    assertThat(event.type()).isEqualTo("reload");
    assertThat(event.id()).isEqualTo(Long.toString(version()));
    assertThat(event.data().get("version").asLong()).isEqualTo(version());
  }

  @Test
  void streams_are_bounded_and_take_no_place_of_a_request() throws IOException {
    served.world.lands("2026-08-22T10", "a");
    String since = "?since=" + version();
    for (int i = 0; i < Streams.MOST; i++) {
      assertThat(listens(since).response().statusCode()).isEqualTo(200);
    }
    EventSource refused = listens("");
    assertThat(refused.response().statusCode()).isEqualTo(503);
    assertThat(refused.response().headers().firstValue("Retry-After")).isPresent();
    assertThat(new String(refused.response().body().readAllBytes(), UTF_8)).contains("busy");
    assertThat(served.get(EVENTS + "/partitions").statusCode()).isEqualTo(200);
    served.world.lands("2026-08-22T11", "b");
    sources.get(Streams.MOST - 1).awaitEvent(1);
    sources.get(0).close();
    // That a client is gone is found when something is sent to it.
    await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () -> {
              served.world.lands("2026-08-22T11", "c");
              return listens("").response().statusCode() == 200;
            });
  }

  @Test
  void a_stop_ends_them() {
    served.world.lands("2026-08-22T10", "a");
    EventSource source = listens("");
    served.close();
    await().atMost(Duration.ofSeconds(10)).until(source::hasEnded);
  }

  @Test
  void while_the_file_system_is_away_they_stay_and_are_told_later() {
    served.world.lands("2026-08-22T10", "a");
    EventSource source = listens("?since=" + version());
    served.world.lands("2026-08-22T10", "b");
    source.awaitEvent(1);
    effect.set(Effect.FAIL_BEFORE);
    assertThat(served.get(EVENTS + "/partitions").statusCode()).isEqualTo(503);
    await().atMost(Duration.ofSeconds(30)).until(() -> failedLooks.get() > 0);
    effect.set(Effect.NONE);
    served.world.lands("2026-08-22T11", "c");
    assertThat(source.awaitEvent(2).data().at("/cells/0/0").asText()).isEqualTo("2026-08-22T11");
  }

  @Test
  void the_same_token_is_needed_as_for_other_questions() {
    try (ServedWorld open =
        new ServedWorld(
            ServedWorld.TOKENS, "0.0.0.0", new MemoryFileSystem(), UnaryOperator.identity())) {
      assertThat(open.get(EVENTS + "/changes").statusCode()).isEqualTo(401);
      try (EventSource source =
          new EventSource(
              open,
              open.request(EVENTS + "/changes")
                  .header("Authorization", "Bearer " + ServedWorld.ALICE))) {
        assertThat(source.response().statusCode()).isEqualTo(200);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"?since=x", "?since=-2", "?since=1&since=2", "?from=1", "?since=9e9"})
  void what_cannot_be_meant_is_a_bad_request(String query) {
    HttpResponse<String> response = served.get(EVENTS + "/changes" + query);
    assertThat(response.statusCode()).isEqualTo(400);
  }
}
