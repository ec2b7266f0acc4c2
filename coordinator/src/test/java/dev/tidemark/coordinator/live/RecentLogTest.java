package dev.tidemark.coordinator.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tidemark.coordinator.World;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.fs.ForwardingFiles;
import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.fs.MemoryFileSystem;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Entries in short, read back while others look. */
@Timeout(30)
class RecentLogTest {
  private final MemoryFileSystem files = new MemoryFileSystem();
  private final World world = new World(files);
  private final CountDownLatch reading = new CountDownLatch(1);
  private final CountDownLatch goesOn = new CountDownLatch(1);

  private static final RecentLog.Watcher NOBODY =
      new RecentLog.Watcher() {
        @Override
        public void changed(Set<PartitionId> partitions) {}

        @Override
        public void everythingMayHaveChanged() {}
      };

  /** Whoever reads an old entry of the log waits; not the one who begins. */
  private LandingFileSystem hanging() {
    return new ForwardingFiles(files) {
      @Override
      public InputStream open(String path) throws IOException {
        if (path.startsWith("_landing/log/") && Thread.currentThread().getName().equals("back")) {
          reading.countDown();
          try {
            goesOn.await();
          } catch (InterruptedException e) {
            throw new IOException(e);
          }
        }
        return super.open(path);
      }
    };
  }

  @Test
  void who_reads_far_back_makes_nobody_wait_for_what_is_new() throws Exception {
    world.lands("2026-08-22T10", "a").lands("2026-08-22T10", "b");
    RecentLog log = new RecentLog(hanging(), NOBODY);
    long version = log.newest().version();
    CompletableFuture<RecentLog.History> history = new CompletableFuture<>();
    Thread back = new Thread(() -> history.complete(log.since(Instant.EPOCH)), "back");
    back.start();
    reading.await();
    world.lands("2026-08-22T11", "c");
    assertThat(log.newest().version()).isGreaterThan(version);
    assertThat(log.changedAfter(log.newest().version())).contains(Set.of());
    assertThat(history).isNotDone();
    goesOn.countDown();
    RecentLog.History found = history.get(10, TimeUnit.SECONDS);
    assertThat(found.complete()).isTrue();
    assertThat(found.notes())
        .extracting(LogNote::version)
        .containsExactlyElementsOf(
            LongStream.rangeClosed(0, log.newest().version()).boxed().toList());
    await().until(() -> !back.isAlive());
  }
}
