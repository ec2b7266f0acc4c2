package dev.tidemark.coordinator.notify;

import dev.tidemark.coordinator.World;
import dev.tidemark.coordinator.config.CoordinatorConfig;
import dev.tidemark.landing.Granularity;
import dev.tidemark.landing.hadoop.FileSystems;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** A process that tells what happens in a root to a URL, until it is killed. */
final class TellingProgram {
  private TellingProgram() {}

  /** Begins. */
  public static void main(String[] args) throws InterruptedException {
    URI root = URI.create(args[0]);
    Notifiers.start(
        World.dataset(root, Granularity.HOUR),
        new CoordinatorConfig("0/1 * * * * ?", 1, Duration.ofSeconds(1), 3, Duration.ofSeconds(30)),
        List.of(Telling.hook("my-job", URI.create(args[1]))),
        FileSystems.open(root),
        Clock.systemUTC());
    new CountDownLatch(1).await();
  }
}
