package dev.tidemark.coordinator.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.batch.process.Lane;
import dev.tidemark.coordinator.World;
import dev.tidemark.coordinator.config.CoordinatorConfig.Order;
import dev.tidemark.landing.GenerationId;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.fs.MemoryFileSystem;
import dev.tidemark.landing.log.Generation;
import dev.tidemark.landing.log.LogEntry;
import dev.tidemark.landing.log.LogEntry.Action;
import dev.tidemark.landing.log.PartitionState;
import dev.tidemark.landing.log.Publication;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What is due of a partition, for every place where it can stand and everything that can stop it.
 * Each cell is a test of its own, in both orders, beside another partition that is to be closed,
 * whatever stops this one.
 */
class PolicyTableTest {
  private static final PartitionId P = PartitionId.parse("2026-08-22T13");
  private static final GenerationId FIRST = new GenerationId(P, 0);
  private static final String OTHER = "2026-08-22T15";
  private static final Instant NOW = Instant.parse("2026-08-22T16:05:00Z");

  /**
   * How the partition stands, and what is due of it: as it is; held; claimed by a live attempt; by
   * one whose lease is over; after what is due failed and has a pause; after the pause; after it
   * failed for good; after something else failed for good. Nothing between the bars: cannot be.
   */
  private static final String TABLE =
      """
      stands                  | plain    | held    | claimed | lapsed   | pauses | paused   | gave up | other
      before the watermark    | -        | -       |         |          |        |          |         | -
      past the watermark      | close    | -       |         |          |        |          |         | close
      being landed            | -        | -       |         |          |        |          |         | -
      closed                  | prepare  | -       |         |          | -      | prepare  | -       | prepare
      staged                  | process  | -       | -       | process  | -      | process  | -       | process
      closed, without events  | process  | -       | -       | process  | -      | process  | -       | process
      intended                | publish  | publish |         |          | -      | publish  | -       | publish
      published               | archive  | -       |         |          | -      | archive  | -       | archive
      archived                | -        | -       |         |          |        |          |         |
      late, just now          | -        | -       |         |          |        |          |         | -
      late, and quiet         | close    | -       |         |          |        |          |         | close
      late, and waiting long  | close    | -       |         |          |        |          |         | close
      late, closed            | prepare  | -       |         |          | -      | prepare  | -       | prepare
      late, staged            | process  | -       | -       | process  | -      | process  | -       | process
      late, published         | archive  | -       |         |          | -      | archive  | -       | archive
      asked for again         | backfill | -       | -       | backfill | -      | backfill | -       | backfill
      asked for again, late   | process  | -       | -       | process  | -      | process  | -       | process
      to be rolled back       | process  | -       | -       | process  | -      | process  | -       | process
      rolled back             | -        | -       |         |          |        |          |         | -
      rolled back, late       | -        | -       |         |          |        |          |         | -
      expiring                | expire   | expire  |         |          | -      | expire   | -       | expire
      expired, late           | archive  | -       |         |          | -      | archive  | -       | archive
      """;

  private final World world = new World(new MemoryFileSystem());

  static Stream<Arguments> cells() {
    List<String[]> rows =
        TABLE
            .lines()
            .map(line -> Arrays.stream(line.split("\\|")).map(String::strip).toArray(String[]::new))
            .toList();
    String[] heading = rows.get(0);
    return rows.stream()
        .skip(1)
        .flatMap(
            row ->
                Stream.iterate(1, c -> c < row.length, c -> c + 1)
                    .filter(c -> !row[c].isEmpty())
                    .flatMap(
                        c ->
                            Stream.of(Order.values())
                                .map(o -> Arguments.of(row[0], heading[c], row[1], o, row[c]))));
  }

  @ParameterizedTest(name = "{0}, {1}, {3}: {4}")
  @MethodSource("cells")
  void is_due(String stands, String stopped, String plainly, Order order, String expected) {
    world.clockReaches("2026-08-22T14:00:00Z");
    stand(stands);
    world.lands(OTHER, "other");
    world.watermarkAlone(stands.equals("before the watermark") ? "2026-08-22T14:04:59Z" : "" + NOW);
    if (stands.equals("being landed")) {
      world.intendsToLand(P.toString(), "b");
    }
    stop(stopped, plainly);
    List<Due> due = new Policy(world.dataset(), order).due(world.state(), NOW);

    assertThat(due.stream().filter(d -> d.partition().equals(P)).map(PolicyTableTest::word))
        .containsExactlyElementsOf(expected.equals("-") ? List.of() : List.of(expected));
    if (!stands.equals("before the watermark")) {
      assertThat(due.stream().filter(d -> d.partition().toString().equals(OTHER)))
          .extracting(PolicyTableTest::word)
          .containsExactly("close");
    }
  }

  private static String word(Due due) {
    return due instanceof Due.Revise r
        ? r.lane() == Lane.BACKFILL ? "backfill" : "process"
        : due.getClass().getSimpleName().toLowerCase(Locale.ROOT);
  }

  private void stop(String stopped, String plainly) {
    Instant later = NOW.plusSeconds(1);
    switch (stopped) {
      case "plain" -> {}
      case "held" -> world.says(new LogEntry.Held(P, "why"));
      case "claimed" -> world.says(new LogEntry.Claim(P, "attempt", later));
      case "lapsed" -> world.says(new LogEntry.Claim(P, "attempt", NOW));
      case "pauses" -> fails(action(plainly), Optional.of(later));
      case "paused" -> fails(action(plainly), Optional.of(NOW));
      case "gave up" -> fails(action(plainly), Optional.empty());
      case "other" ->
          fails(
              action(plainly) == Action.PROCESS ? Action.ARCHIVE : Action.PROCESS,
              Optional.empty());
      default -> throw new IllegalArgumentException(stopped);
    }
  }

  private static Action action(String due) {
    return switch (due) {
      case "prepare" -> Action.PREPARE;
      case "process", "backfill" -> Action.PROCESS;
      case "publish" -> Action.PUBLISH;
      case "archive" -> Action.ARCHIVE;
      case "expire" -> Action.EXPIRE;
      default -> Action.PREPARE;
    };
  }

  private void fails(Action action, Optional<Instant> retryAt) {
    world.says(new LogEntry.Failed(P, action, Optional.empty(), "trouble", retryAt));
  }

  private void stand(String stands) {
    switch (stands) {
      case "before the watermark", "past the watermark", "being landed" ->
          world.lands(P.toString(), "a");
      case "closed" -> closed();
      case "staged" -> staged();
      case "closed, without events" -> world.closes(P.toString());
      case "intended" -> intended();
      case "published" -> published();
      case "archived" -> archived();
      case "late, just now" -> late(NOW.minusSeconds(599));
      case "late, and quiet" -> late(NOW.minusSeconds(600));
      case "late, and waiting long" -> {
        late(NOW.minus(Duration.ofHours(1)));
        world.clockReaches(NOW.minusSeconds(1).toString()).lands(P.toString(), "later");
      }
      case "late, closed" -> lateClosed();
      case "late, staged" -> lateStaged();
      case "late, published" -> {
        lateStaged();
        publish(intend("late", world.partition(P.toString()).reached(Generation.Step.STAGED)));
      }
      case "asked for again" -> {
        archived();
        world.operations().reprocess(P, "again");
      }
      case "asked for again, late" -> {
        lateStaged();
        world.operations().reprocess(P, "again");
      }
      case "to be rolled back" -> twice();
      case "rolled back" -> rolledBack();
      case "rolled back, late" -> {
        rolledBack();
        world.lands(P.toString(), "late").closes(P.toString());
        world.says(new LogEntry.Staged(newest()));
      }
      case "expiring" -> expiring();
      case "expired, late" -> {
        expiring();
        world.says(new LogEntry.Expired(P, world.state().version()));
        world.lands(P.toString(), "late").closes(P.toString());
        world.says(new LogEntry.Staged(newest()));
      }
      default -> throw new IllegalArgumentException(stands);
    }
  }

  private void closed() {
    world.lands(P.toString(), "a").closes(P.toString());
  }

  private void staged() {
    closed();
    world.says(new LogEntry.Staged(FIRST));
  }

  private long intended() {
    staged();
    return intend("first", new TreeSet<>(List.of(0L)));
  }

  private void published() {
    publish(intended());
  }

  private void archived() {
    published();
    world.says(new LogEntry.Archived(FIRST));
  }

  private void late(Instant at) {
    archived();
    world.clockReaches(at.toString()).lands(P.toString(), "late");
  }

  private void lateClosed() {
    late(NOW.minusSeconds(1));
    world.closes(P.toString());
  }

  private void lateStaged() {
    lateClosed();
    world.says(new LogEntry.Staged(newest()));
  }

  private void twice() {
    archived();
    world.operations().reprocess(P, "again");
    publish(intend("second", new TreeSet<>(List.of(0L))));
    world.operations().rollback(P, 1, "back");
  }

  private void rolledBack() {
    twice();
    publish(intend("third", new TreeSet<>(List.of(0L))));
  }

  private void expiring() {
    archived();
    world.says(
        new LogEntry.Expire(
            P,
            new TreeSet<>(List.of(0L)),
            false,
            Optional.empty(),
            world.newJournal().records().base(world.state(), P)));
  }

  private long intend(String attempt, SortedSet<Long> generations) {
    LogEntry.Counts counts =
        world
            .state()
            .partition(P)
            .flatMap(PartitionState::wanted)
            .map(Publication::counts)
            .orElse(new LogEntry.Counts(1, 1, 0, 0));
    return world.says(
        new LogEntry.Publish(
            P, generations, attempt, world.state().version(), counts, "configuration"));
  }

  private void publish(long version) {
    world.says(new LogEntry.Published(P, version));
  }

  private GenerationId newest() {
    PartitionState state = world.partition(P.toString());
    return state.generations().get(state.generations().lastKey()).id();
  }
}
