package dev.tidemark.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.landing.EmptyHours;
import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.config.RetentionConfig;
import dev.tidemark.landing.fs.MemoryFileSystem;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever operation fails, another coordinator brings every row to its place, once. */
class CoordinatorCrashTest {
  private static final String H13 = "2026-08-22T13";
  private static final Duration LONG_ENOUGH = Duration.ofMinutes(2);
  private static final RetentionConfig A_DAY =
      new RetentionConfig(
          Optional.of(Duration.ofDays(1)),
          Optional.of(Duration.ofDays(1)),
          Optional.empty(),
          RetentionConfig.LEAST_LOG);

  @ParameterizedTest
  @EnumSource
  void an_hour_on_its_way(Faults.Mode mode) {
    carriesOn(
        mode,
        w -> w.lands(H13, "a", "b", "a").watermarkReaches("2026-08-22T14:06:00Z"),
        List.of("a", "b"),
        List.of("a", "b", "a"));
  }

  @ParameterizedTest
  @EnumSource
  void an_hour_that_is_restated(Faults.Mode mode) {
    carriesOn(
        mode,
        w ->
            w.lands(H13, "a", "b")
                .watermarkReaches("2026-08-22T14:06:00Z")
                .coordinatorTicks()
                .lands(H13, "c")
                .timePasses(Duration.ofMinutes(10)),
        List.of("a", "b", "c"),
        List.of("a", "b", "c"));
  }

  @ParameterizedTest
  @EnumSource
  void an_hour_that_is_processed_again(Faults.Mode mode) {
    carriesOn(
        mode,
        w -> {
          w.lands(H13, "a", "b").watermarkReaches("2026-08-22T14:06:00Z").coordinatorTicks();
          w.operations().reprocess(PartitionId.parse(H13), "why");
        },
        List.of("a", "b"),
        List.of("a", "b"));
  }

  @ParameterizedTest
  @EnumSource
  void an_hour_that_is_rolled_back(Faults.Mode mode) {
    carriesOn(
        mode,
        w -> {
          restated(w);
          w.operations().rollback(PartitionId.parse(H13), 1, "why");
        },
        List.of("a", "b"),
        List.of("a", "b", "c"),
        w -> assertThat(w.partition(H13).pin()).contains("why"));
  }

  @ParameterizedTest
  @EnumSource
  void an_hour_whose_rollback_is_taken_back(Faults.Mode mode) {
    carriesOn(
        mode,
        w -> {
          restated(w);
          w.operations().rollback(PartitionId.parse(H13), 1, "why");
          w.coordinatorTicks().operations().release(PartitionId.parse(H13), "mended");
        },
        List.of("a", "b", "c"),
        List.of("a", "b", "c"));
  }

  @ParameterizedTest
  @EnumSource(names = {"OUTAGE", "KILLED"})
  void an_hour_that_was_skipped_and_for_which_events_come_late(Faults.Mode mode) {
    carriesOn(
        mode,
        w ->
            w.emptyHoursAre(EmptyHours.SKIP)
                .lands("2026-08-22T12", "x")
                .watermarkReaches("2026-08-22T14:06:00Z")
                .coordinatorTicks()
                .lands(H13, "a", "b")
                .timePasses(Duration.ofMinutes(10)),
        List.of("a", "b"),
        List.of("a", "b"));
  }

  @ParameterizedTest
  @EnumSource
  void an_hour_that_is_skipped(Faults.Mode mode) {
    boolean reached = true;
    for (int at = 0; reached; at++) {
      Faults faults = new Faults();
      World world = new World(new MemoryFileSystem(faults)).emptyHoursAre(EmptyHours.SKIP);
      world.lands("2026-08-22T12", "x").watermarkReaches("2026-08-22T13:06:00Z").coordinatorTicks();
      world.watermarkReaches("2026-08-22T14:06:00Z");
      faults.arm(at, mode);
      try {
        world.coordinatorTicks();
      } catch (LandingException e) {
        // The test itself looks at the log between ticks.
      }
      reached = faults.disarm();

      world.coordinatorRestarts().timePasses(LONG_ENOUGH).coordinatorTicks();
      assertThat(world.rests(H13)).as("%s at %s", mode, at).isTrue();
      assertThat(world.partition(H13).isSkipped()).as("%s at %s", mode, at).isTrue();
      assertThat(world.publications(H13)).as("%s at %s", mode, at).isZero();
      assertThat(world.exists("final/dt=2026-08-22/hr=13")).as("%s at %s", mode, at).isFalse();
    }
  }

  @ParameterizedTest
  @EnumSource
  void an_hour_that_expires(Faults.Mode mode) {
    boolean reached = true;
    for (int at = 0; reached; at++) {
      Faults faults = new Faults();
      World world = new World(new MemoryFileSystem(faults));
      restated(world);
      world.keeps(A_DAY).timePasses(Duration.ofDays(2));
      faults.arm(at, mode);
      try {
        world.coordinatorTicks();
      } catch (LandingException e) {
        // The test itself looks at the log between ticks.
      }
      reached = faults.disarm();

      world.coordinatorRestarts().timePasses(LONG_ENOUGH).coordinatorTicks();
      assertThat(world.rests(H13)).as("%s at %s", mode, at).isTrue();
      assertThat(world.archivedRows(H13)).as("%s at %s", mode, at).isEmpty();
      assertThat(world.names("archive")).as("%s at %s", mode, at).isEmpty();
      assertThat(world.exists("final/dt=2026-08-22")).as("%s at %s", mode, at).isFalse();
      assertThat(world.replacedLeft(H13)).as("%s at %s", mode, at).hasSize(3);
      assertThat(world.replacedLeft(H13).values())
          .as("%s at %s", mode, at)
          .allSatisfy(held -> assertThat(held).hasSize(1).allMatch(name -> name.startsWith("_")));
      assertThat(world.partition(H13).failure()).as("%s at %s", mode, at).isEmpty();
    }
  }

  private static void restated(World w) {
    w.lands(H13, "a", "b")
        .watermarkReaches("2026-08-22T14:06:00Z")
        .coordinatorTicks()
        .lands(H13, "c")
        .timePasses(Duration.ofMinutes(10))
        .coordinatorTicks();
  }

  private static void carriesOn(
      Faults.Mode mode, Consumer<World> given, List<String> inFinal, List<String> inArchive) {
    carriesOn(mode, given, inFinal, inArchive, w -> assertThat(w.rests(H13)).isTrue());
  }

  private static void carriesOn(
      Faults.Mode mode,
      Consumer<World> given,
      List<String> inFinal,
      List<String> inArchive,
      Consumer<World> atTheEnd) {
    boolean reached = true;
    for (int at = 0; reached; at++) {
      Faults faults = new Faults();
      World world = new World(new MemoryFileSystem(faults));
      given.accept(world);
      long publications = world.publications(H13);
      faults.arm(at, mode);
      try {
        world.coordinatorTicks();
      } catch (LandingException e) {
        // The test itself looks at the log between ticks.
      }
      reached = faults.disarm();

      world.coordinatorRestarts().timePasses(LONG_ENOUGH).coordinatorTicks();
      assertThat(world.finalRows(H13)).as("%s at %s", mode, at).isEqualTo(inFinal);
      assertThat(world.archivedRows(H13)).as("%s at %s", mode, at).isEqualTo(inArchive);
      assertThat(world).as("%s at %s", mode, at).satisfies(atTheEnd);
      // An attempt that was intended is never thrown away, whatever was known of its outcome.
      assertThat(world.publications(H13)).as("%s at %s", mode, at).isEqualTo(publications + 1);
      if (mode == Faults.Mode.KILLED) {
        assertThat(world.stagingLeft(H13)).as("%s at %s", mode, at).isEmpty();
      }
    }
  }
}
