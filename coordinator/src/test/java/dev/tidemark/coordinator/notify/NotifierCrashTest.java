package dev.tidemark.coordinator.notify;

import static dev.tidemark.coordinator.notify.Telling.hook;
import static dev.tidemark.coordinator.notify.Telling.steps;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.coordinator.World;
import dev.tidemark.coordinator.config.NotifyConfig;
import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.LandingZone;
import dev.tidemark.landing.config.DatasetConfig;
import dev.tidemark.landing.fs.ForwardingFiles;
import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.fs.MemoryFileSystem;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Kills the one who tells at every operation, or lets that one fail, and looks what was told. */
class NotifierCrashTest {
  private static final List<String> ALL =
      List.of(
          "published 2026-08-22T13",
          "restated 2026-08-22T13",
          "service-level 2026-08-22T14",
          "published 2026-08-22T14",
          "failed 2026-08-22T15");

  private static final NotifyConfig TARGET = hook("my-job", URI.create("http://localhost/"));
  private static final Optional<Duration> SERVICE_LEVEL = Optional.of(Duration.ofMinutes(30));

  /** What becomes of one operation. */
  private enum Mode {
    FAILS_BEFORE,
    FAILS_AFTER,
    KILLED_BEFORE,
    KILLED_AFTER
  }

  /** Fails at one operation; after a kill nothing works any more. */
  private static final class Trouble extends ForwardingFiles {
    private final Mode mode;
    private int left;
    private boolean hit;

    Trouble(LandingFileSystem files, int at, Mode mode) {
      super(files);
      this.left = at;
      this.mode = mode;
    }

    private interface Operation<T> {
      T run() throws IOException;
    }

    private <T> T run(String path, Operation<T> operation) throws IOException {
      // Of reading the log, which is most of it, one way to fail is enough.
      boolean counts = !path.startsWith(LandingZone.logDirectory());
      boolean now = counts && left-- == 0;
      boolean dead = hit && (mode == Mode.KILLED_BEFORE || mode == Mode.KILLED_AFTER);
      hit |= now;
      if (dead || (now && (mode == Mode.FAILS_BEFORE || mode == Mode.KILLED_BEFORE))) {
        throw new IOException("failed");
      }
      T result = operation.run();
      if (now) {
        throw new IOException("done, but the reply was lost");
      }
      return result;
    }

    @Override
    public NewFile create(String path) throws IOException {
      return run(path, () -> super.create(path));
    }

    @Override
    public InputStream open(String path) throws IOException {
      return run(path, () -> super.open(path));
    }

    @Override
    public List<Entry> list(String directory) throws IOException {
      return run(directory, () -> super.list(directory));
    }

    @Override
    public Renamed rename(String source, String target) throws IOException {
      return run(source, () -> super.rename(source, target));
    }

    @Override
    public boolean deleteFile(String path) throws IOException {
      return run(path, () -> super.deleteFile(path));
    }
  }

  /** Remembers what it was told. */
  private static final class Remembering implements Delivery {
    private final List<Event> told = new ArrayList<>();

    @Override
    public void deliver(Event event) {
      told.add(event);
    }

    @Override
    public void close() {}

    /** Each the first time. */
    List<String> distinct() {
      return told.stream()
          .map(e -> e.id() + "=" + e.type() + " " + e.partition().orElseThrow())
          .distinct()
          .map(s -> s.substring(s.indexOf('=') + 1))
          .toList();
    }
  }

  /** A root whose target has been told nothing of what happened yet. */
  private record Untold(MemoryFileSystem files, DatasetConfig dataset, Instant now) {
    static Untold make() {
      MemoryFileSystem files = new MemoryFileSystem();
      World world = new World(files);
      steps(new Telling(world, SERVICE_LEVEL).on(files, TARGET, new Remembering()));
      world
          .lands("2026-08-22T13", "a")
          .watermarkReaches("2026-08-22T14:06:00Z")
          .coordinatorTicks()
          .lands("2026-08-22T13", "late")
          .timePasses(Duration.ofMinutes(11))
          .coordinatorTicks()
          .clockReaches("2026-08-22T15:40:00Z")
          .watermarkReaches("2026-08-22T15:40:00Z")
          .coordinatorTicks()
          .poison("2026-08-22T15", new LandingException.NeedsOperator("unreadable"))
          .lands("2026-08-22T15", "c")
          .watermarkReaches("2026-08-22T16:06:00Z")
          .coordinatorTicks();
      return new Untold(files, world.dataset(), world.now());
    }
  }

  @Test
  void whatever_fails_everything_is_told_in_order_and_again_only_with_the_same_id() {
    Untold untold = Untold.make();
    for (Mode mode : Mode.values()) {
      int at = 0;
      while (tells(untold, at, mode)) {
        at++;
      }
      assertThat(at).as("operations").isGreaterThan(20);
    }
  }

  /** Whether the operation was reached. */
  private static boolean tells(Untold untold, int at, Mode mode) {
    MemoryFileSystem files = untold.files().copy();
    Trouble trouble = new Trouble(files, at, mode);
    AtomicReference<Instant> now = new AtomicReference<>(untold.now());
    Telling telling = new Telling(untold.dataset(), now::get, SERVICE_LEVEL);
    Remembering memory = new Remembering();
    goOn(telling.on(trouble, TARGET, memory), now);
    // Another coordinator, for the first may be dead.
    goOn(telling.on(files, TARGET, memory), now);
    assertThat(memory.distinct()).as("%s at %s", mode, at).containsExactlyElementsOf(ALL);
    assertThat(memory.told.size()).isLessThanOrEqualTo(ALL.size() + 1);
    return trouble.hit;
  }

  private static void goOn(Notifier notifier, AtomicReference<Instant> now) {
    for (int i = 0; i < 12; i++) {
      steps(notifier);
      now.updateAndGet(n -> n.plusSeconds(10));
    }
  }

  @Test
  void one_who_slept_until_its_number_was_used_again_does_not_hold_the_position() {
    MemoryFileSystem files = new MemoryFileSystem();
    World world = new World(files);
    Positions positions = new Positions(files, "my-job");
    Place place = new Place(5, Optional.empty());
    for (int n = 0; n < 5; n++) {
      assertThat(positions.create(step(n, place, "one", world))).isTrue();
    }
    assertThat(positions.create(step(2, place, "sleeper", world))).isFalse();
    assertThat(positions.create(step(4, place, "sleeper", world))).isFalse();
    assertThat(positions.newest().orElseThrow().position().owner()).isEqualTo("one");
    assertThat(positions.create(step(5, place, "two", world))).isTrue();
    assertThat(positions.newest().orElseThrow().number()).isEqualTo(5);
  }

  private static Positions.Step step(long number, Place place, String owner, World world) {
    return new Positions.Step(number, new Position(place, owner, world.now()));
  }
}
