package dev.tidemark.coordinator;

import dev.tidemark.landing.Granularity;
import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.log.PartitionState;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * Months of hours with what happens in them, all from one seed: ingest and coordinator are away for
 * hours or a day and catch up, clients repeat themselves and are late, hours cannot be processed
 * for a while or until somebody mends them, hours are held, coordinators are killed within a tick
 * and others started, and the clock of coordinator and ingest is wrong by hours.
 */
final class LongTime {
  private static final Instant BEGIN = Instant.parse("2026-08-22T12:00:00Z");
  private static final Duration MONTH = Duration.ofDays(30);

  final CountingFiles files = new CountingFiles();
  final World world = new World(files, Granularity.HOUR, URI.create("memory:/"));

  /** What landed in each hour, in order, repeats included. */
  final Map<PartitionId, List<String>> landed = new TreeMap<>();

  /** The hour that landed first; of those before it only what has events is published. */
  PartitionId first;

  private final Random random;
  private final List<MonthOfWork> months = new ArrayList<>();
  private final Map<PartitionId, Integer> poisonedUntil = new HashMap<>();
  private final Map<PartitionId, Integer> heldUntil = new HashMap<>();
  private int hour;
  private int ingestBack;
  private int coordinatorBack;
  private int clockRight;
  private int landedThrough;
  private long events;

  LongTime(long seed) {
    this.random = new Random(seed);
  }

  /** What one month cost. */
  static final class MonthOfWork {
    final List<CountingFiles.Work> idleTicks = new ArrayList<>();
    CountingFiles.Work all = new CountingFiles.Work(0, 0, 0);
    int hours;
  }

  List<MonthOfWork> months() {
    return months;
  }

  /** Lives so many hours, and then until everything that can be mended is. */
  LongTime live(int hours) {
    for (hour = 0; hour < hours; hour++) {
      liveHour();
    }
    return recover();
  }

  PartitionId at(int hours) {
    return PartitionId.of(BEGIN.plus(Duration.ofHours(hours)), Granularity.HOUR);
  }

  private void liveHour() {
    trouble();
    world.clock.reaches(at(hour + 1).start().plus(Duration.ofMinutes(6)));
    if (hour >= ingestBack) {
      ingestCatchesUp();
    }
    mend();
    if (hour >= coordinatorBack) {
      coordinate();
    }
  }

  private void trouble() {
    if (hour >= ingestBack && happens(400)) {
      ingestBack = hour + 1 + random.nextInt(30);
    }
    if (hour >= coordinatorBack && happens(300)) {
      coordinatorBack = hour + 1 + random.nextInt(48);
    }
    if (happens(60)) {
      world.coordinatorRestarts();
    }
    if (hour >= clockRight && happens(200)) {
      clockRight = hour + 1 + random.nextInt(5);
      world.clock.isWrongBy(Duration.ofMinutes(random.nextInt(720) - 360));
    } else if (hour == clockRight) {
      world.clock.isWrongBy(Duration.ZERO);
    }
    if (happens(100)) {
      poison(at(hour), new LandingException.Unavailable("a disk is away", null), 3);
    } else if (happens(300)) {
      poison(at(hour), new LandingException.NeedsOperator("counts do not add up"), 24 * 20);
    }
    if (happens(300)) {
      heldUntil.put(at(hour), hour + 2 + random.nextInt(24 * 5));
    }
  }

  private void poison(PartitionId id, RuntimeException error, int longest) {
    world.poison(id.toString(), error);
    poisonedUntil.put(id, hour + 1 + random.nextInt(longest));
  }

  private void ingestCatchesUp() {
    for (; landedThrough <= hour; landedThrough++) {
      for (int batches = random.nextInt(4); batches > 0; batches--) {
        lands(at(landedThrough));
      }
    }
    if (happens(30)) {
      lands(at(Math.max(0, hour - random.nextInt(72))));
    }
    if (heldUntil.containsKey(at(hour)) && world.state().partition(at(hour)).isPresent()) {
      world.operations().hold(at(hour), "looked at");
    }
    world.watermarkAlone(at(hour + 1).start().plus(Duration.ofMinutes(5)).toString());
  }

  private void lands(PartitionId id) {
    first = first == null ? id : first;
    List<String> lines = landed.computeIfAbsent(id, x -> new ArrayList<>());
    String[] batch = new String[1 + random.nextInt(4)];
    for (int i = 0; i < batch.length; i++) {
      boolean repeats = !lines.isEmpty() && happens(10);
      batch[i] = repeats ? lines.get(random.nextInt(lines.size())) : "event " + events++;
    }
    lines.addAll(List.of(batch));
    world.lands(id.toString(), batch);
  }

  /** An operator mends what waits for one, and lets go what was held. */
  private void mend() {
    poisonedUntil
        .entrySet()
        .removeIf(
            poisoned -> {
              if (poisoned.getValue() > hour) {
                return false;
              }
              world.processing.cure(poisoned.getKey().toString());
              return true;
            });
    for (PartitionState p : List.copyOf(world.state().partitions().values())) {
      boolean held = p.hold().isPresent() && heldUntil.getOrDefault(p.id(), 0) <= hour;
      boolean failed =
          p.failure().filter(f -> f.last().retryAt().isEmpty()).isPresent()
              && !poisonedUntil.containsKey(p.id());
      if (held || (failed && p.hold().isEmpty())) {
        world.operations().release(p.id(), "mended");
      }
    }
  }

  private void coordinate() {
    MonthOfWork month = month();
    month.hours++;
    CountingFiles.Work before = files.work();
    if (happens(20)) {
      world.coordinatorIsKilledAfterRounds(random.nextInt(6));
    }
    world.coordinatorTicks();
    CountingFiles.Work done = files.work();
    month.all = month.all.plus(done.since(before));
    world.coordinator().tick();
    month.idleTicks.add(files.work().since(done));
    world.timePasses(Duration.ofMinutes(30));
    world.coordinator().tick();
  }

  private MonthOfWork month() {
    int number = (int) (Duration.ofHours(hour).toDays() / MONTH.toDays());
    while (months.size() <= number) {
      months.add(new MonthOfWork());
    }
    return months.get(number);
  }

  /** Everything is mended, and enough time passes for what waits. */
  private LongTime recover() {
    world.clock.isWrongBy(Duration.ZERO);
    ingestBack = hour;
    hour--;
    ingestCatchesUp();
    hour = Integer.MAX_VALUE;
    for (int look = 0; look < 5; look++) {
      mend();
      world.timePasses(Duration.ofHours(8)).coordinatorTicks();
    }
    return this;
  }

  private boolean happens(int onceIn) {
    return random.nextInt(onceIn) == 0;
  }
}
