package dev.tidemark.coordinator.notify;

import dev.tidemark.coordinator.config.EventType;
import dev.tidemark.landing.LandingException;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells one target everything about one dataset, in order and at least once, while it holds the
 * target's position. Never waits itself: {@link #step} does what can be done now and says when to
 * call it again. For one thread, but for {@link #close} and {@link #status}.
 */
final class Notifier implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Notifier.class);
  private static final Duration LOOK = Duration.ofSeconds(2);

  private final String who;
  private final Delivery delivery;
  private final Tenure tenure;
  private final Function<Optional<Place>, Feed> feeds;
  private final Clock clock;
  private final Pause pause;

  private Optional<Feed> feed = Optional.empty();
  private Instant notBefore = Instant.MIN;
  private volatile NotifyStatus status;
  private volatile boolean closed;

  /**
   * A notifier.
   *
   * @param tenure with a lease that is more than twice as long as a delivery may take
   * @param feeds opens what is to be told from a place on; without one, from now on
   */
  Notifier(
      String dataset,
      String target,
      Delivery delivery,
      Tenure tenure,
      Function<Optional<Place>, Feed> feeds,
      Clock clock,
      RandomGenerator random) {
    this.who = target + " (" + dataset + ")";
    this.delivery = delivery;
    this.tenure = tenure;
    this.feeds = feeds;
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
      Optional<Duration> standby = tenure.hold(() -> feeds.apply(Optional.empty()).place());
      if (standby.isEmpty()) {
        return tell();
      }
      pause.reset();
      return standBy(standby.get());
    } catch (LandingException.Unavailable | LandingException.OutcomeUnknown e) {
      LOG.warn("{}: {}", who, e.getMessage());
    } catch (RuntimeException e) {
      LOG.error("{}: nothing can be told: {}", who, e.getMessage(), e);
    }
    tenure.forget();
    return standBy(pause.next());
  }

  private Duration standBy(Duration wait) {
    if (status.telling()) {
      LOG.info("{}: this process does not tell it any more", who);
    }
    status = status.standingBy();
    feed = Optional.empty();
    notBefore = Instant.MIN;
    return wait;
  }

  private Duration tell() {
    if (feed.isEmpty()) {
      feed = Optional.of(feeds.apply(Optional.of(tenure.place())));
      status = status.begun();
      LOG.info("{}: telling from version {} of the log on", who, tenure.place().version());
    }
    Instant now = clock.instant();
    if (now.isBefore(notBefore)) {
      Duration wait = Duration.between(now, notBefore);
      return wait.compareTo(tenure.patience()) < 0 ? wait : tenure.patience();
    }
    Optional<Feed.Item> item = feed.get().next(now);
    if (item.isEmpty()) {
      pause.reset();
      tenure.pass(feed.get().place());
      return LOOK;
    }
    return item.get().event().isEmpty() || deliver(item.get().event().get())
        ? goOn(item.get())
        : Duration.ZERO;
  }

  private Duration goOn(Feed.Item item) {
    pause.reset();
    feed.orElseThrow().told();
    if (item.event().isEmpty()) {
      tenure.pass(item.after());
      return Duration.ZERO;
    }
    return tenure.take(item.after()).map(this::standBy).orElse(Duration.ZERO);
  }

  private boolean deliver(Event event) {
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
            who,
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
          who,
          event);
    } else {
      LOG.info("{}: told {}", who, event);
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
      tenure.release();
    } catch (RuntimeException e) {
      LOG.debug("{}: the position was not given back: {}", who, e.getMessage());
    }
  }
}
