package dev.tidemark.coordinator.notify;

import dev.tidemark.coordinator.config.EventType;
import dev.tidemark.landing.LandingException;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells one target everything about one dataset, in order and at least once. Of several only the
 * one that holds the position tells; it holds it by a lease that it renews, and another goes on
 * where the root says when it is silent. Never waits itself: {@link #step} does what can be done
 * now and says when to call it again. For one thread, but for {@link #close} and {@link #status}.
 */
final class Notifier implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Notifier.class);
  private static final Duration LOOK = Duration.ofSeconds(2);
  private static final Duration LONGEST_STANDBY = Duration.ofSeconds(15);

  private final String target;
  private final Delivery delivery;
  private final Positions positions;
  private final Function<Optional<Place>, Feed> feeds;
  private final Duration lease;
  private final Clock clock;
  private final Pause pause;
  private final String owner = UUID.randomUUID().toString();

  private Optional<Positions.Step> held = Optional.empty();
  private Optional<Feed> feed = Optional.empty();
  private Instant notBefore = Instant.MIN;
  private volatile NotifyStatus status;
  private volatile boolean closed;

  /**
   * A notifier.
   *
   * @param feeds opens what is to be told from a place on; without one, from now on
   * @param lease more than twice as long as a delivery may take
   */
  Notifier(
      String dataset,
      String target,
      Delivery delivery,
      Positions positions,
      Function<Optional<Place>, Feed> feeds,
      Duration lease,
      Clock clock,
      RandomGenerator random) {
    this.target = target;
    this.delivery = delivery;
    this.positions = positions;
    this.feeds = feeds;
    this.lease = lease;
    this.clock = clock;
    this.pause = new Pause(random);
    this.status = NotifyStatus.begin(dataset, target);
  }

  /**
   * Does the next thing, if there is one.
   *
   * @return how long to wait before the next call
   */
  Duration step() {
    try {
      Instant now = clock.instant();
      Optional<Duration> standby = hold(now);
      if (standby.isPresent()) {
        return standby.get();
      }
      if (now.isBefore(notBefore)) {
        return shorter(Duration.between(now, notBefore), lease.dividedBy(4));
      }
      return tellNext(now);
    } catch (LandingException.Unavailable | LandingException.OutcomeUnknown e) {
      LOG.warn("{}: {}", target, e.getMessage());
      return beginAnew();
    } catch (RuntimeException e) {
      LOG.error("{}: nothing can be told: {}", target, e.getMessage(), e);
      return beginAnew();
    }
  }

  private Duration beginAnew() {
    forget();
    return pause.next();
  }

  private void forget() {
    held = Optional.empty();
    feed = Optional.empty();
    notBefore = Instant.MIN;
    status = status.standingBy();
  }

  /** Sees to it that this one holds the position; where another does, how long to wait. */
  private Optional<Duration> hold(Instant now) {
    if (held.isPresent()) {
      Duration left = Duration.between(now, held.get().position().until());
      return left.compareTo(lease.dividedBy(2)) > 0
          ? Optional.empty()
          : write(held.get().number(), held.get().position().place(), now);
    }
    Optional<Positions.Step> newest = positions.newest();
    Optional<Duration> taken =
        newest
            .map(Positions.Step::position)
            .filter(p -> !p.owner().equals(owner) && p.until().isAfter(now))
            .map(p -> shorter(Duration.between(now, p.until()), LONGEST_STANDBY));
    if (taken.isPresent()) {
      pause.reset();
      return taken;
    }
    Optional<Place> place = newest.map(s -> s.position().place());
    Feed opened = feeds.apply(place);
    Optional<Duration> lost =
        write(newest.map(Positions.Step::number).orElse(-1L), place.orElse(opened.place()), now);
    if (lost.isEmpty()) {
      feed = Optional.of(opened);
      status = status.begun();
      LOG.info("{}: telling from version {} on", target, opened.place().version());
    }
    return lost;
  }

  /** Takes the next step; if another was first, how long to wait. */
  private Optional<Duration> write(long number, Place place, Instant now) {
    Positions.Step next =
        new Positions.Step(number + 1, new Position(place, owner, now.plus(lease)));
    if (positions.create(next)) {
      held = Optional.of(next);
      return Optional.empty();
    }
    LOG.info("{}: another tells it", target);
    forget();
    return Optional.of(LOOK);
  }

  private Duration tellNext(Instant now) {
    Feed from = feed.orElseThrow();
    Optional<Feed.Item> item = from.next(now);
    if (item.isEmpty()) {
      pause.reset();
      moveTo(from.place());
      return LOOK;
    }
    Optional<Event> event = item.get().event();
    if (event.isPresent() && !tell(event.get())) {
      return Duration.ZERO;
    }
    pause.reset();
    from.told();
    moveTo(item.get().after());
    if (event.isPresent()) {
      Positions.Step at = held.orElseThrow();
      return write(at.number(), at.position().place(), clock.instant()).orElse(Duration.ZERO);
    }
    return Duration.ZERO;
  }

  /** What was passed without a word is written when the lease is renewed. */
  private void moveTo(Place place) {
    held =
        held.map(
            s -> new Positions.Step(s.number(), new Position(place, owner, s.position().until())));
  }

  private boolean tell(Event event) {
    try {
      delivery.deliver(event);
      status = status.told(event.type());
      report(event);
      return true;
    } catch (IOException e) {
      if (!closed) {
        Duration wait = pause.next();
        notBefore = clock.instant().plus(wait);
        status = status.failed();
        LOG.warn(
            "{}: {} was not delivered, for {}. It is tried again in {}, and what follows waits.",
            target,
            event,
            e.getMessage(),
            wait);
      }
      return false;
    }
  }

  private void report(Event event) {
    if (event.type() == EventType.MISSED) {
      LOG.warn(
          "{}: told {}: so many entries of the landing log were cleaned up before it could be told of"
              + " them",
          target,
          event);
    } else {
      LOG.info("{}: told {}", target, event);
    }
  }

  NotifyStatus status() {
    return status;
  }

  /** Gives up what is being delivered. */
  @Override
  public void close() {
    closed = true;
    delivery.close();
  }

  /** Lets another go on at once. */
  void release() {
    try {
      if (held.isPresent()) {
        Positions.Step at = held.get();
        held = Optional.empty();
        positions.create(
            new Positions.Step(
                at.number() + 1, new Position(at.position().place(), owner, clock.instant())));
      }
    } catch (RuntimeException e) {
      LOG.debug("{}: the position was not given back: {}", target, e.getMessage());
    }
  }

  private static Duration shorter(Duration a, Duration b) {
    return a.compareTo(b) < 0 ? a : b;
  }
}
