package dev.tidemark.coordinator.simulation;

import dev.tidemark.coordinator.config.CoordinatorConfig;
import dev.tidemark.coordinator.simulation.Operator.Order;
import dev.tidemark.coordinator.simulation.Operator.Word;
import dev.tidemark.landing.EmptyHours;
import dev.tidemark.landing.GenerationId;
import dev.tidemark.landing.Granularity;
import dev.tidemark.landing.LandingZone;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.commit.WatermarkRule;
import dev.tidemark.landing.config.DatasetConfig;
import dev.tidemark.landing.config.RetentionConfig;
import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.fs.MemoryFileSystem;
import dev.tidemark.landing.log.Journal;
import dev.tidemark.landing.log.LogEntry;
import dev.tidemark.landing.log.Roots;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Small configurations, each about one part of an hour's way. Time stands still: hours close as
 * soon as something landed in them, claims have run out when they are made, and a failed action is
 * due again at once. Nothing may rest on any of that.
 */
final class Scenarios {
  static final String H13 = "2026-08-22T13";
  static final String H12 = "2026-08-22T12";

  /** A watermark that lies: every hour is said to be over. */
  static final WatermarkRule EVERYTHING_PAST =
      (current, sources) -> Optional.of(SimulatedClock.START);

  private static final Journal.Upkeep CHECKPOINTS = new Journal.Upkeep(1, Duration.ofDays(7));

  private Scenarios() {}

  static Ingest ingest(String name, Kafka kafka) {
    return new Ingest(name, kafka, 1, Duration.ofSeconds(-1), EVERYTHING_PAST);
  }

  static DatasetConfig dataset(Duration lateQuiet) {
    return dataset(lateQuiet, RetentionConfig.NONE);
  }

  static DatasetConfig dataset(Duration lateQuiet, RetentionConfig retention) {
    return dataset(lateQuiet, EmptyHours.PUBLISH, retention);
  }

  static DatasetConfig dataset(
      Duration lateQuiet, EmptyHours emptyHours, RetentionConfig retention) {
    return new DatasetConfig(
        "events",
        URI.create("memory:/"),
        List.of("events"),
        Granularity.HOUR,
        Duration.ofSeconds(15),
        Duration.ofMinutes(5),
        Duration.ofDays(30),
        Optional.empty(),
        Duration.ZERO,
        lateQuiet,
        Duration.ofHours(1),
        emptyHours,
        retention,
        "");
  }

  static CoordinatorConfig config(Duration lease, Duration backoff) {
    return new CoordinatorConfig("0/1 * * * * ?", 1, lease, 3, backoff);
  }

  static Carrier coordinator(String name) {
    return coordinator(name, Carrier.ALL);
  }

  static Carrier coordinator(String name, int rounds) {
    return new Carrier(name, dataset(Duration.ZERO), config(Duration.ZERO, Duration.ZERO), rounds);
  }

  static Operator operator(Order... orders) {
    return new Operator("operator", dataset(Duration.ZERO), List.of(orders));
  }

  /** A root whose topic is known and in which nothing has landed. */
  static MemoryFileSystem emptyRoot() {
    MemoryFileSystem root = new MemoryFileSystem();
    Journal journal =
        Journal.of(stable(root, 1), new SimulatedClock(Duration.ZERO), "start", CHECKPOINTS);
    Roots.createOrCheck(journal, "events", Granularity.HOUR, "cluster");
    journal.append(
        s -> Optional.of(new LogEntry.TopicAdded("events", Kafka.TOPIC_ID, new TreeMap<>())));
    keepNewest(root, LandingZone.checkpoints());
    return root;
  }

  private static ActorFiles stable(MemoryFileSystem root, int life) {
    return new ActorFiles(root, Steps.FREE, new StableNames((1 << 24) + life));
  }

  /** Lets actors work one after the other, and leaves a checkpoint. */
  static MemoryFileSystem after(MemoryFileSystem root, Actor... actors) {
    for (Actor actor : actors) {
      LandingFileSystem files = stable(root, actor.name().hashCode() & 0xffff);
      Clock clock = new SimulatedClock(Duration.ZERO);
      actor.live(
          new Life(
              "before-" + actor.name(),
              files,
              clock,
              new Parts(),
              () -> Journal.of(files, clock, "before", CHECKPOINTS)));
    }
    keepNewest(root, LandingZone.checkpoints());
    return root;
  }

  private static void keepNewest(MemoryFileSystem root, String directory) {
    try {
      List<LandingFileSystem.Entry> all = root.list(directory);
      for (LandingFileSystem.Entry old : all.subList(0, Math.max(0, all.size() - 1))) {
        root.deleteFile(directory + "/" + old.name());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Scenario of(String name, MemoryFileSystem root, Kafka kafka, Actor... actors) {
    return new Scenario(
        name,
        root,
        kafka,
        dataset(Duration.ZERO),
        config(Duration.ZERO, Duration.ZERO),
        List.of(actors),
        Duration.ZERO,
        Collections.nCopies(actors.length, Duration.ZERO),
        Journal.Upkeep.DEFAULT,
        new Parts());
  }

  /** A run of ingest that takes over from another. */
  static Scenario takingOver() {
    Kafka kafka = new Kafka().with(0, "a", H13);
    return of(
        "taking-over", emptyRoot(), kafka, ingest("ingestA", kafka), ingest("ingestB", kafka));
  }

  /** A person closes an hour while it is landing. */
  static Scenario closing() {
    Kafka kafka = new Kafka().with(0, "a", H13).with(0, "b", H13);
    return of(
        "closing",
        emptyRoot(),
        kafka,
        ingest("ingest", kafka),
        operator(Order.of(Word.CLOSE, H13)));
  }

  /** An hour that is landing while a coordinator takes it away. */
  static Scenario taking() {
    Kafka first = new Kafka().with(0, "a", H13);
    Kafka kafka = new Kafka().with(0, "a", H13).with(0, "b", H13);
    return of(
        "taking",
        after(emptyRoot(), ingest("first", first)),
        kafka,
        ingest("ingest", kafka),
        coordinator("coordinator", 2));
  }

  /** Two coordinators carry an hour through. */
  static Scenario carrying() {
    Kafka kafka = new Kafka().with(0, "a", H13);
    return of(
        "carrying",
        after(emptyRoot(), ingest("ingest", kafka)),
        kafka,
        coordinator("coordinatorA"),
        coordinator("coordinatorB"));
  }

  /** Two coordinators restate an hour. */
  static Scenario restating() {
    Kafka first = new Kafka().with(0, "a", H13);
    Kafka kafka = new Kafka().with(0, "a", H13).with(0, "b", H13);
    return of(
        "restating",
        after(
            emptyRoot(),
            ingest("first", first),
            coordinator("coordinator"),
            ingest("second", kafka)),
        kafka,
        coordinator("coordinatorA"),
        coordinator("coordinatorB"));
  }

  /** Two coordinators process an hour again. */
  static Scenario reprocessing() {
    Kafka kafka = new Kafka().with(0, "a", H13);
    return of(
        "reprocessing",
        after(
            emptyRoot(),
            ingest("ingest", kafka),
            coordinator("coordinator"),
            operator(Order.of(Word.REPROCESS, H13))),
        kafka,
        coordinator("coordinatorA"),
        coordinator("coordinatorB"));
  }

  /** A person interferes with a coordinator. */
  static Scenario interfering() {
    Kafka kafka = new Kafka().with(0, "a", H13);
    return of(
        "interfering",
        after(emptyRoot(), ingest("ingest", kafka)),
        kafka,
        coordinator("coordinator"),
        operator(
            Order.of(Word.HOLD, H13), Order.of(Word.RELEASE, H13), Order.of(Word.REPROCESS, H13)));
  }

  /** An hour that was restated is rolled back and released while two coordinators work on it. */
  static Scenario rollingBack() {
    Kafka first = new Kafka().with(0, "a", H13);
    Kafka kafka = new Kafka().with(0, "a", H13).with(0, "b", H13);
    return of(
        "rollingBack",
        after(
            emptyRoot(),
            ingest("first", first),
            coordinator("one"),
            ingest("second", kafka),
            coordinator("two")),
        kafka,
        coordinator("coordinatorA"),
        operator(Order.of(Word.ROLLBACK, H13), Order.of(Word.RELEASE, H13)));
  }

  /** Two coordinators publish the copy of an earlier revision that somebody wants back. */
  static Scenario copying() {
    Kafka first = new Kafka().with(0, "a", H13);
    Kafka kafka = new Kafka().with(0, "a", H13).with(0, "b", H13);
    return of(
        "copying",
        after(
            emptyRoot(),
            ingest("first", first),
            coordinator("one"),
            ingest("second", kafka),
            coordinator("two"),
            operator(Order.of(Word.ROLLBACK, H13))),
        kafka,
        coordinator("coordinatorA"),
        coordinator("coordinatorB"));
  }

  /** Two coordinators remove what a person, who then died, had said is to go. */
  static Scenario expiring() {
    return expiring(
        "expiring", Set.of(0L), coordinator("coordinatorA"), coordinator("coordinatorB"));
  }

  /** Besides, a person asks for it again, and a third publishes it. */
  static Scenario expiredAndAskedFor() {
    return expiring(
        "expiredAndAskedFor",
        Set.of(),
        coordinator("coordinatorA"),
        coordinator("coordinatorB"),
        operator(Order.of(Word.REPROCESS, H13)),
        coordinator("coordinatorC"));
  }

  private static Scenario expiring(String name, Set<Long> generations, Actor... actors) {
    Kafka kafka = new Kafka().with(0, "a", H13);
    MemoryFileSystem root = after(emptyRoot(), ingest("ingest", kafka), coordinator("coordinator"));
    Journal journal =
        Journal.of(stable(root, 2), new SimulatedClock(Duration.ZERO), "died", CHECKPOINTS);
    journal.append(
        state ->
            Optional.of(
                new LogEntry.Expire(
                    PartitionId.parse(H13),
                    new TreeSet<>(generations),
                    true,
                    Optional.empty(),
                    journal.records().base(state, PartitionId.parse(H13)))));
    keepNewest(root, LandingZone.checkpoints());
    return of(name, root, kafka, actors);
  }

  /** An hour expires while a late event lands in it. */
  static Scenario expiringWhileLanding() {
    Kafka first = new Kafka().with(0, "a", H13);
    Kafka kafka = new Kafka().with(0, "a", H13).with(0, "b", H13);
    return of(
        "expiringWhileLanding",
        after(emptyRoot(), ingest("first", first), coordinator("coordinator")),
        kafka,
        ingest("ingest", kafka),
        operator(Order.of(Word.EXPIRE, H13)));
  }

  /** What expired is published again while it expires once more. */
  static Scenario publishingExpired() {
    Kafka kafka = new Kafka().with(0, "a", H13);
    return of(
        "publishingExpired",
        after(
            emptyRoot(),
            ingest("ingest", kafka),
            coordinator("coordinator"),
            operator(Order.of(Word.EXPIRE_FINAL, H13), Order.of(Word.REPROCESS, H13))),
        kafka,
        coordinator("coordinator"),
        operator(Order.of(Word.EXPIRE_FINAL, H13), Order.of(Word.REPROCESS, H13)));
  }

  /** An hour is over and nothing landed in it: it is skipped while a late event lands in it. */
  static Scenario skipping() {
    Kafka kafka = new Kafka().with(0, "a", H12).with(0, "b", H13);
    return of("skipping", emptyHour(), kafka, ingest("ingest", kafka), skipper());
  }

  /** One coordinator skips it, and another publishes it. */
  static Scenario disagreeing() {
    return of(
        "disagreeing",
        emptyHour(),
        new Kafka().with(0, "a", H12).with(0, "b", H13),
        skipper(),
        coordinator("publisher", 1));
  }

  /** Hour 12 rests, and the watermark has passed hour 13. */
  private static MemoryFileSystem emptyHour() {
    Kafka kafka = new Kafka().with(0, "a", H12);
    WatermarkRule endOfFirst = (current, sources) -> Optional.of(PartitionId.parse(H13).start());
    return after(
        emptyRoot(),
        new Ingest("first", kafka, 1, Duration.ofSeconds(-1), endOfFirst),
        coordinator("coordinator"),
        ingest("second", kafka));
  }

  private static Carrier skipper() {
    return new Carrier(
        "skipper",
        dataset(Duration.ZERO, EmptyHours.SKIP, RetentionConfig.NONE),
        config(Duration.ZERO, Duration.ZERO),
        1);
  }

  /** Two coordinators take the same step of an hour. */
  private static Scenario step(String name, int rounds) {
    Kafka kafka = new Kafka().with(0, "a", H13);
    return of(
        name,
        after(emptyRoot(), ingest("ingest", kafka), coordinator("coordinator", rounds)),
        kafka,
        coordinator("coordinatorA", 1),
        coordinator("coordinatorB", 1));
  }

  /** Two coordinators carry out the same publication. */
  static Scenario publishing() {
    return step("publishing", 3);
  }

  /** A person closes an hour that is landing, and a coordinator takes it away. */
  static Scenario interrupted() {
    Kafka kafka = new Kafka().with(0, "a", H13);
    return of(
        "interrupted",
        emptyRoot(),
        kafka,
        ingest("ingest", kafka),
        operator(Order.of(Word.CLOSE, H13)),
        coordinator("coordinator", 2));
  }

  /** Two coordinators publish a revision in place of another. */
  static Scenario replacing() {
    Kafka first = new Kafka().with(0, "a", H13);
    Kafka kafka = new Kafka().with(0, "a", H13).with(0, "b", H13);
    return of(
        "replacing",
        after(
            emptyRoot(),
            ingest("first", first),
            coordinator("all"),
            ingest("second", kafka),
            coordinator("some", 3)),
        kafka,
        coordinator("coordinatorA", 1),
        coordinator("coordinatorB", 1));
  }

  /** Files that do not belong there appear in the directories of an hour on its way. */
  static Scenario strange() {
    Kafka kafka = new Kafka().with(0, "a", H13);
    GenerationId generation = new GenerationId(PartitionId.parse(H13), 0);
    return of(
        "strange",
        after(emptyRoot(), ingest("ingest", kafka)),
        kafka,
        coordinator("coordinator"),
        new Stranger(
            "stranger", List.of(LandingZone.landing(generation), LandingZone.stage(generation))));
  }

  /** A run of ingest takes over, and what it appends is cleaned up within seconds. */
  static Scenario cleaning() {
    Scenario scenario = takingOver();
    return new Scenario(
        "cleaning",
        scenario.root(),
        scenario.kafka(),
        scenario.dataset(),
        scenario.config(),
        scenario.actors(),
        Duration.ofSeconds(1),
        scenario.skews(),
        new Journal.Upkeep(1, Duration.ofSeconds(1)),
        scenario.parts());
  }

  /** So small that two preemptions, and a fault besides, can be looked at. */
  static List<Scenario> small() {
    return List.of(
        closing(),
        step("preparing", 1),
        step("processing", 2),
        publishing(),
        step("archiving", 4),
        replacing());
  }

  /** Whole ways through. */
  static List<Scenario> larger() {
    return List.of(
        takingOver(),
        taking(),
        carrying(),
        restating(),
        reprocessing(),
        interfering(),
        strange(),
        rollingBack(),
        copying(),
        expiring(),
        expiringWhileLanding(),
        publishingExpired(),
        skipping(),
        disagreeing());
  }

  static Scenario named(String name) {
    return Stream.of(small(), larger(), List.of(cleaning(), interrupted(), expiredAndAskedFor()))
        .flatMap(List::stream)
        .filter(s -> s.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("No scenario is called " + name));
  }
}
