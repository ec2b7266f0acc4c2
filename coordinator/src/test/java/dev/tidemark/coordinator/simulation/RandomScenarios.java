package dev.tidemark.coordinator.simulation;

import dev.tidemark.coordinator.config.CoordinatorConfig;
import dev.tidemark.coordinator.simulation.Operator.Order;
import dev.tidemark.coordinator.simulation.Operator.Word;
import dev.tidemark.landing.EmptyHours;
import dev.tidemark.landing.GenerationId;
import dev.tidemark.landing.LandingZone;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.commit.WatermarkRule;
import dev.tidemark.landing.config.DatasetConfig;
import dev.tidemark.landing.config.RetentionConfig;
import dev.tidemark.landing.fs.MemoryFileSystem;
import dev.tidemark.landing.log.Journal.Upkeep;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * Configurations by a random number generator: two hours, records with and without values and
 * repeated ones, offsets without a record, one or two programs of each kind, a person, a stranger,
 * clocks that differ, and a log that is cleaned up.
 */
final class RandomScenarios {
  private static final List<PartitionId> HOURS =
      List.of(PartitionId.parse(Scenarios.H12), PartitionId.parse(Scenarios.H13));

  /** Kafka's partition of what was there before. */
  private static final int BEFORE = 7;

  private final MemoryFileSystem empty = Scenarios.emptyRoot();
  private final MemoryFileSystem archived =
      Scenarios.after(
          Scenarios.emptyRoot(),
          Scenarios.ingest("ingest", before(new Kafka())),
          Scenarios.coordinator("coordinator"));

  Scenario next(SplittableRandom random) {
    boolean restated = random.nextInt(3) == 0;
    Kafka kafka = kafka(random, restated ? before(new Kafka()) : new Kafka());
    DatasetConfig dataset =
        Scenarios.dataset(
            Duration.ofMinutes(random.nextInt(2) * 10L),
            random.nextBoolean() ? EmptyHours.SKIP : EmptyHours.PUBLISH,
            RetentionConfig.NONE);
    CoordinatorConfig config =
        Scenarios.config(
            Duration.ofSeconds(random.nextInt(2) * 60L),
            Duration.ofSeconds(random.nextInt(2) * 30L));
    List<Actor> actors = actors(random, kafka, dataset, config);
    return new Scenario(
        "random",
        restated ? archived : empty,
        kafka,
        dataset,
        config,
        actors,
        Duration.ofSeconds(random.nextInt(2)),
        skews(random, actors.size()),
        random.nextInt(4) == 0
            ? new Upkeep(1 + random.nextInt(4), Duration.ofSeconds(1 + random.nextInt(30)))
            : Upkeep.DEFAULT,
        new Parts());
  }

  private static Kafka before(Kafka kafka) {
    return kafka.with(BEFORE, "before", Scenarios.H13);
  }

  private static Kafka kafka(SplittableRandom random, Kafka kafka) {
    int sources = 1 + random.nextInt(2);
    for (int source = 0; source < sources; source++) {
      int messages = 1 + random.nextInt(3);
      for (int i = 0; i < messages; i++) {
        String hour = HOURS.get(random.nextInt(HOURS.size())).toString();
        switch (random.nextInt(10)) {
          case 0 -> kafka.with(source, Optional.empty(), hour);
          case 1 -> kafka.with(source, "repeated", hour);
          case 2 -> kafka.withMarker(source, source + "-" + i, hour);
          default -> kafka.with(source, source + "-" + i, hour);
        }
      }
    }
    return kafka;
  }

  private static List<Actor> actors(
      SplittableRandom random, Kafka kafka, DatasetConfig dataset, CoordinatorConfig config) {
    List<Actor> actors = new ArrayList<>();
    int most = 1 + random.nextInt(3);
    Duration lease = Duration.ofSeconds(random.nextInt(2) * 61L - 1);
    WatermarkRule rule = random.nextBoolean() ? Scenarios.EVERYTHING_PAST : whenLanded(kafka);
    for (String name : names(random, "ingestA", "ingestB")) {
      actors.add(new Ingest(name, kafka, most, lease, rule));
    }
    for (String name : names(random, "coordinatorA", "coordinatorB")) {
      actors.add(new Carrier(name, dataset, config, Carrier.ALL));
    }
    if (random.nextBoolean()) {
      actors.add(new Operator("operator", dataset, orders(random)));
    }
    if (random.nextInt(5) == 0) {
      actors.add(new Stranger("stranger", directories()));
    }
    return actors;
  }

  private static List<String> names(SplittableRandom random, String first, String second) {
    return random.nextInt(5) < 3 ? List.of(first, second) : List.of(first);
  }

  /** A watermark that waits for everything. */
  private static WatermarkRule whenLanded(Kafka kafka) {
    return (current, sources) ->
        kafka.messages().keySet().stream()
                .allMatch(s -> sources.containsKey(s) && sources.get(s).landed() >= kafka.end(s))
            ? Optional.of(SimulatedClock.START)
            : current;
  }

  private static List<Order> orders(SplittableRandom random) {
    Word[] words = Word.values();
    List<Order> orders = new ArrayList<>();
    for (int left = 1 + random.nextInt(3); left > 0; left--) {
      orders.add(
          new Order(words[random.nextInt(words.length)], HOURS.get(random.nextInt(HOURS.size()))));
    }
    return orders;
  }

  private static List<String> directories() {
    return HOURS.stream()
        .map(hour -> new GenerationId(hour, 0))
        .flatMap(g -> Stream.of(LandingZone.landing(g), LandingZone.stage(g)))
        .toList();
  }

  private static List<Duration> skews(SplittableRandom random, int seats) {
    boolean skewed = random.nextInt(3) == 0;
    List<Duration> skews = new ArrayList<>();
    for (int seat = 0; seat < seats; seat++) {
      skews.add(skewed ? Duration.ofSeconds(random.nextInt(601) - 300) : Duration.ZERO);
    }
    return skews;
  }
}
