package dev.tidemark.coordinator.notify;

import dev.tidemark.coordinator.World;
import dev.tidemark.coordinator.config.CoordinatorConfig;
import dev.tidemark.coordinator.config.EventType;
import dev.tidemark.coordinator.config.NotifyConfig;
import dev.tidemark.landing.config.DatasetConfig;
import dev.tidemark.landing.fs.LandingFileSystem;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Coordinators of a world as far as they tell others, each step of which a test takes itself. */
final class Telling {
  static final Duration LEASE = Duration.ofMinutes(1);
  static final Duration TIMEOUT = Duration.ofSeconds(2);

  private final DatasetConfig dataset;
  private final Supplier<Instant> now;
  private final Optional<Duration> serviceLevel;

  Telling(World world) {
    this(world, Optional.empty());
  }

  Telling(World world, Optional<Duration> serviceLevel) {
    this(world.dataset(), world::now, serviceLevel);
  }

  Telling(DatasetConfig dataset, Supplier<Instant> now, Optional<Duration> serviceLevel) {
    this.dataset = dataset;
    this.now = now;
    this.serviceLevel = serviceLevel;
  }

  static NotifyConfig hook(String name, URI url) {
    return hook(name, url, TIMEOUT);
  }

  static NotifyConfig hook(String name, URI url, Duration timeout) {
    return new NotifyConfig(
        name, Optional.of(url), Optional.of("s3cret"), List.of(), all(), Set.of("events"), timeout);
  }

  static NotifyConfig shell(String name, Duration timeout, String script) {
    return new NotifyConfig(
        name,
        Optional.empty(),
        Optional.empty(),
        List.of("/bin/sh", "-c", script),
        all(),
        Set.of("events"),
        timeout);
  }

  private static Set<EventType> all() {
    return EnumSet.complementOf(EnumSet.of(EventType.MISSED));
  }

  /** A notifier that knows nothing but what is in the root. */
  Notifier on(LandingFileSystem files, NotifyConfig target) {
    return wiring(files).notifier(target, Notifiers.delivery(target));
  }

  Notifier on(LandingFileSystem files, NotifyConfig target, Delivery delivery) {
    return wiring(files).notifier(target, delivery);
  }

  Notifiers.Wiring wiring(LandingFileSystem files) {
    return new Notifiers.Wiring(dataset, config(), files, clock());
  }

  CoordinatorConfig config() {
    return new CoordinatorConfig(
        "0/1 * * * * ?",
        1,
        1,
        CoordinatorConfig.Order.OLDEST_FIRST,
        Duration.ZERO,
        Duration.ofHours(6),
        LEASE,
        3,
        Duration.ofSeconds(30),
        serviceLevel);
  }

  /** Until it wants to wait; how long. */
  static Duration steps(Notifier notifier) {
    Duration wait = notifier.step();
    while (wait.isZero()) {
      wait = notifier.step();
    }
    return wait;
  }

  Clock clock() {
    return new Clock() {
      @Override
      public Instant instant() {
        return now.get();
      }

      @Override
      public ZoneId getZone() {
        return ZoneOffset.UTC;
      }

      @Override
      public Clock withZone(ZoneId zone) {
        return this;
      }
    };
  }
}
