package dev.tidemark.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tidemark.coordinator.operations.PartitionSummary;
import dev.tidemark.embedded.ChildJvm;
import dev.tidemark.landing.Granularity;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.standalone.Visitors.Attempt;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.sql.Timestamp;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kafka dies under load, the collector dies while Kafka is away, and both come back: what was
 * answered 200 is published in the minute in which it was received.
 */
@Timeout(600)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KafkaAndCollectorKilledIT {
  private static final Granularity MINUTE = Granularity.parse("PT1M");
  private static final Duration LIMIT = Duration.ofMinutes(2);

  /** Longer than every time-out of the producer, and than Kafka's session of a broker. */
  private static final Duration OUTAGE = Duration.ofSeconds(12);

  private static final int SENDERS = 6;
  private static final int MANY = 500;

  private SeparatePrograms programs;
  private SparkSession spark;
  private DatasetView view;

  @BeforeAll
  void start(@TempDir Path directory) throws Exception {
    programs = SeparatePrograms.in(directory);
    view = programs.view();
    spark = SeparatePrograms.reader(directory);
  }

  @AfterAll
  void stop() throws Exception {
    if (spark != null) {
      spark.stop();
    }
    if (programs != null) {
      programs.close();
    }
  }

  @Test
  void what_was_acknowledged_is_in_its_minute_though_kafka_and_then_the_collector_were_killed()
      throws Exception {
    try (ChildJvm collector = programs.start("collector");
        ChildJvm ingest = programs.start("ingest");
        ChildJvm coordinator = programs.start("coordinator")) {
      until(() -> Visitors.isReady(programs.collector()));
      List<Visitors> load = load();
      try {
        until(() -> acknowledged(load).size() >= MANY && view.landedRows() > 0);
        programs.kafka().kill();
        Instant kafkaKilled = Instant.now();
        int before = acknowledged(load).size();
        await()
            .pollDelay(OUTAGE)
            .atMost(LIMIT)
            .until(() -> acknowledged(load).size() >= before + MANY);

        Instant collectorKilled = Instant.now();
        collector.kill();
        try (ChildJvm restarted = programs.start("collector")) {
          until(() -> spilled() >= MANY);
          Instant collectorBack = Instant.now();
          int then = acknowledged(load).size();
          until(() -> acknowledged(load).size() >= then + MANY && isMinuteOver(kafkaKilled));
          programs.kafka().start();
          until(() -> spilled() == 0);
          int after = acknowledged(load).size();
          until(() -> acknowledged(load).size() >= after + MANY);
          load.forEach(Visitors::close);

          List<Attempt> attempts = load.stream().flatMap(v -> v.attempts().stream()).toList();
          assertAnswered(attempts, collectorKilled, collectorBack);
          assertInKafka(attempts);
          publishAll();
          assertPublished(attempts);
          assertThat(List.of(restarted, ingest, coordinator)).allMatch(ChildJvm::isAlive);
        }
      } finally {
        load.forEach(Visitors::close);
      }
    }
  }

  private List<Visitors> load() {
    List<Visitors> load = new ArrayList<>();
    IntStream.range(0, SENDERS)
        .forEach(
            i ->
                load.add(
                    new Visitors(
                        programs.collector(), "v" + i, Duration.ofMillis(40), Clock.systemUTC())));
    return load;
  }

  private static Set<String> acknowledged(List<Visitors> load) {
    return load.stream().flatMap(v -> v.acknowledged().stream()).collect(Collectors.toSet());
  }

  private static boolean isMinuteOver(Instant time) {
    return Instant.now().isAfter(time.truncatedTo(ChronoUnit.MINUTES).plus(1, ChronoUnit.MINUTES));
  }

  /** How many records wait in the spill. */
  private double spilled() throws IOException, InterruptedException {
    String line = "tidemark_collector_spill_records ";
    HttpRequest ask = HttpRequest.newBuilder(programs.collector().resolve("/metrics")).build();
    return HttpClient.newHttpClient()
        .send(ask, BodyHandlers.ofString())
        .body()
        .lines()
        .filter(l -> l.startsWith(line))
        .mapToDouble(l -> Double.parseDouble(l.substring(line.length())))
        .findFirst()
        .orElseThrow();
  }

  private static void assertAnswered(List<Attempt> attempts, Instant killed, Instant back) {
    assertThat(attempts)
        .filteredOn(Attempt::isAnswered)
        .extracting(Attempt::status)
        .isSubsetOf(200, 503);
    assertThat(attempts)
        .filteredOn(a -> !a.isAnswered())
        .isNotEmpty()
        .allSatisfy(
            a -> {
              assertThat(a.ended()).isAfter(killed);
              assertThat(a.begun()).isBefore(back);
            });
  }

  private void assertInKafka(List<Attempt> attempts) {
    Map<String, Attempt> sent = byId(attempts);
    Set<String> found =
        Set.copyOf(
            spark
                .read()
                .format("kafka")
                .option("kafka.bootstrap.servers", programs.kafka().bootstrapServers())
                .option("subscribe", "events")
                .load()
                .selectExpr("get_json_object(CAST(value AS STRING), '$.event_id')")
                .as(Encoders.STRING())
                .distinct()
                .collectAsList());
    assertThat(found).containsAll(idsAcknowledged(attempts));
    assertThat(sent.keySet()).containsAll(found);
  }

  private void publishAll() throws IOException {
    long records = view.recordsInKafka(programs.kafka().bootstrapServers());
    until(() -> view.landedRows() == records);
    // Nobody need wait for the end of the minute.
    for (PartitionSummary p : view.partitions()) {
      if (p.standing() == PartitionSummary.Standing.OPEN) {
        programs.run("close", p.partition().toString(), "--force");
      }
    }
    until(() -> view.isCarriedThrough(records));
    Program.Answer audit = programs.run("audit");
    assertThat(audit.exitCode()).as(audit.output()).isZero();
  }

  private void assertPublished(List<Attempt> attempts) {
    Map<String, Attempt> sent = byId(attempts);
    List<Row> rows =
        view.published(spark).select("event_id", "received_at", "file").collectAsList();
    assertThat(rows).extracting(r -> r.getString(0)).doesNotHaveDuplicates();
    assertThat(rows).extracting(r -> r.getString(0)).containsAll(idsAcknowledged(attempts));
    for (Row row : rows) {
      Instant received = instant(row.get(1));
      Attempt attempt = sent.get(row.getString(0));
      assertThat(received).isBetween(attempt.begun().minusMillis(1), attempt.ended());
      String minute = PartitionId.of(received, MINUTE).directory();
      assertThat(row.getString(2)).contains("/final/" + minute + "/");
    }
  }

  private static Instant instant(Object time) {
    return time instanceof Timestamp t ? t.toInstant() : (Instant) time;
  }

  private static Map<String, Attempt> byId(List<Attempt> attempts) {
    Map<String, Attempt> byId = new HashMap<>();
    attempts.forEach(a -> a.ids().forEach(id -> byId.put(id, a)));
    return byId;
  }

  private static Set<String> idsAcknowledged(List<Attempt> attempts) {
    return attempts.stream()
        .filter(Attempt::isAcknowledged)
        .flatMap(a -> a.ids().stream())
        .collect(Collectors.toSet());
  }

  private static void until(Callable<Boolean> condition) {
    await()
        .atMost(LIMIT)
        .pollInterval(Duration.ofMillis(200))
        .ignoreExceptionsInstanceOf(IOException.class)
        .until(condition);
  }
}
