package dev.tidemark.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.tidemark.ingest.config.IngestConfig;
import dev.tidemark.ingest.metrics.IngestMetrics;
import dev.tidemark.landing.LandingException;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class RestartingIngestTest {
  private static final Instant T13 = Instant.parse("2026-08-22T13:00:00Z");

  private final AtomicReference<Instant> now = new AtomicReference<>(T13);
  private final Clock clock = new SettableClock();
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final IngestMetrics metrics = new IngestMetrics(registry, "events", clock);
  private final List<TestRun> runs = Collections.synchronizedList(new ArrayList<>());
  private volatile RuntimeException refusesToStart;
  private volatile CompletableFuture<Void> landsElsewhere = CompletableFuture.completedFuture(null);
  private final RestartingIngest stream =
      new RestartingIngest("events", this::nextRun, config(), metrics, clock);

  @AfterEach
  void close() {
    stream.close();
  }

  @Test
  void a_stream_that_dies_because_something_is_away_is_started_again() {
    stream.start().awaitStart();
    runs.get(0).die(new LandingException.Unavailable("Kafka is away.", null));
    await().until(() -> runs.size() == 2);
    assertThat(runs.get(0).closed).isTrue();
    await().until(() -> stream.health().well());
    assertThat(stream.failure()).isEmpty();
    assertThat(failures("transient")).isEqualTo(1);
    assertThat(failures("permanent")).isZero();
  }

  @Test
  void one_that_lost_its_claim_stands_by_and_is_well_until_its_turn_comes_again() {
    stream.start().awaitStart();
    landsElsewhere = new CompletableFuture<>();
    runs.get(0).die(new LandingException.Conflict("Another has taken over."));
    await().until(() -> stream.health().state().equals("standby"));
    assertThat(stream.health().well()).isTrue();
    assertThat(active()).isZero();
    landsElsewhere.complete(null);
    await().until(() -> stream.health().state().equals("running"));
    assertThat(active()).isEqualTo(1);
  }

  @Test
  void one_that_cannot_start_yet_is_tried_until_it_does() {
    refusesToStart = new LandingException.Unavailable("HDFS is away.", null);
    stream.start();
    await().until(() -> runs.size() >= 3);
    assertThat(stream.health().well()).isFalse();
    assertThat(stream.health().reason()).contains("HDFS is away.");
    assertThat(active()).isZero();
    refusesToStart = null;
    stream.awaitStart();
    assertThat(stream.health().state()).isEqualTo("running");
    assertThat(stream.health().reason()).isEmpty();
    assertThat(active()).isEqualTo(1);
  }

  @Test
  void one_that_needs_a_person_stays_dead_and_says_why() {
    stream.start().awaitStart();
    LandingException cause = new LandingException.NeedsOperator("The topic was created anew.");
    runs.get(0).die(cause);
    assertThatThrownBy(() -> stream.ended().get())
        .isInstanceOf(ExecutionException.class)
        .hasCause(cause);
    assertThat(stream.failure()).containsSame(cause);
    assertThat(runs).hasSize(1);
    assertThat(runs.get(0).closed).isTrue();
    assertThat(stream.health().well()).isFalse();
    assertThat(stream.health().state()).isEqualTo("failed");
    assertThat(stream.health().reason()).contains("The topic was created anew.");
    assertThat(failures("permanent")).isEqualTo(1);
    assertThat(active()).isZero();
  }

  @Test
  void one_that_is_refused_at_its_start_tells_whoever_waits_for_that() {
    refusesToStart = new LandingException.NeedsOperator("The root is another's.");
    stream.start();
    assertThatThrownBy(stream::awaitStart).isSameAs(refusesToStart);
  }

  @Test
  void one_that_ends_without_a_word_is_not_well() {
    stream.start().awaitStart();
    runs.get(0).end.complete(null);
    await().until(() -> stream.failure().isPresent());
    assertThat(stream.health().reason()).get().asString().contains("nobody had stopped it");
  }

  @Test
  void told_to_stop_it_is_over_and_not_started_again() throws Exception {
    stream.start().awaitStart();
    stream.close();
    stream.ended().get();
    assertThat(runs).hasSize(1);
    assertThat(runs.get(0).closed).isTrue();
    assertThat(stream.failure()).isEmpty();
    assertThat(stream.health().state()).isEqualTo("stopped");
  }

  @Test
  void told_to_stop_while_it_waits_it_is_over() throws Exception {
    refusesToStart = new LandingException.Unavailable("Kafka is away.", null);
    stream.start();
    await().until(() -> runs.size() >= 3);
    stream.close();
    stream.ended().get();
    assertThat(stream.failure()).isEmpty();
  }

  @Test
  void a_kafka_that_says_nothing_for_long_is_not_well() {
    stream.start().awaitStart();
    now.set(T13.plusSeconds(10));
    metrics.looked(Map.of(new TopicPartition("events", 0), 3L), Optional.of(T13));
    // Three triggers of 20 s, and a minute.
    now.set(T13.plusSeconds(130));
    assertThat(stream.health().well()).isTrue();
    now.set(T13.plusSeconds(131));
    assertThat(stream.health().well()).isFalse();
    assertThat(stream.health().reason()).get().asString().contains("2026-08-22T13:00:10Z");
  }

  @Test
  void one_that_cannot_write_the_log_is_not_well_while_there_is_nothing_to_land() {
    stream.start().awaitStart();
    runs.get(0).unwritten = Optional.of("The quota is exceeded.");
    assertThat(stream.health().well()).isFalse();
    assertThat(stream.health().state()).isEqualTo("running");
    assertThat(stream.health().reason()).contains("The quota is exceeded.");
    runs.get(0).unwritten = Optional.empty();
    assertThat(stream.health().well()).isTrue();
    assertThat(stream.health().reason()).isEmpty();
  }

  private double failures(String kind) {
    return registry.get("tidemark.ingest.failures").tag("kind", kind).counter().count();
  }

  private double active() {
    return registry.get("tidemark.ingest.active").gauge().value();
  }

  private TestRun nextRun(Runnable standsBy) {
    TestRun run = new TestRun(refusesToStart, landsElsewhere, standsBy);
    runs.add(run);
    return run;
  }

  private static IngestConfig config() {
    return new IngestConfig(
        Duration.ofSeconds(20),
        1,
        Optional.empty(),
        Path.of("unused"),
        Duration.ZERO,
        Duration.ofSeconds(1),
        Duration.ofMillis(1),
        Optional.empty());
  }

  private static final class TestRun implements RestartingIngest.Run {
    private final RuntimeException refusal;
    private final CompletableFuture<Void> turn;
    private final Runnable standsBy;
    private final CompletableFuture<Void> end = new CompletableFuture<>();
    private volatile boolean closed;
    private volatile Optional<String> unwritten = Optional.empty();

    TestRun(RuntimeException refusal, CompletableFuture<Void> turn, Runnable standsBy) {
      this.refusal = refusal;
      this.turn = turn;
      this.standsBy = standsBy;
    }

    void die(Exception cause) {
      end.completeExceptionally(cause);
    }

    @Override
    public TestRun start() {
      if (refusal != null) {
        throw refusal;
      }
      if (!turn.isDone()) {
        standsBy.run();
        turn.join();
      }
      return this;
    }

    @Override
    public void awaitTermination() throws Exception {
      try {
        end.get();
      } catch (ExecutionException e) {
        throw (Exception) e.getCause();
      }
    }

    @Override
    public Optional<String> unwritten() {
      return unwritten;
    }

    @Override
    public void close() {
      closed = true;
      end.complete(null);
    }
  }

  private final class SettableClock extends Clock {
    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Instant instant() {
      return now.get();
    }
  }
}
