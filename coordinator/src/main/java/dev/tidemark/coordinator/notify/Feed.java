package dev.tidemark.coordinator.notify;

import dev.tidemark.coordinator.config.EventType;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.log.LandingState;
import dev.tidemark.landing.log.LogFollower;
import dev.tidemark.landing.log.LogRecord;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * What a target is to be told, one after another from a place on: what the log says, and what it
 * had not said when it should have. An entry that was appended after a deadline comes after what
 * was missed at it, so the order is the same whoever looks and whenever. For one thread.
 */
final class Feed {
  /** Looked at in one go, so that whoever asks can see to its lease. */
  private static final int MOST_ENTRIES = 500;

  private static final int MOST_PARTITIONS = 100;

  private final LogFollower log;
  private final Events events;
  private final Set<EventType> wanted;
  private final Optional<ServiceLevel> serviceLevel;
  private final Function<PartitionId, String> waitsFor;
  private Place place;
  private Optional<Item> item = Optional.empty();

  /**
   * One thing to tell.
   *
   * @param event absent where there is nothing to tell, but a long way was gone
   * @param after the place when it is told
   */
  record Item(Optional<Event> event, Place after) {}

  /**
   * Begins at a place.
   *
   * @param log that is there
   * @param waitsFor says of a partition what holds it up
   */
  Feed(
      LogFollower log,
      Place place,
      Events events,
      Set<EventType> wanted,
      Optional<ServiceLevel> serviceLevel,
      Function<PartitionId, String> waitsFor) {
    this.log = log;
    this.place = place;
    this.events = events;
    this.wanted = wanted;
    this.serviceLevel = serviceLevel.filter(s -> wanted.contains(EventType.SERVICE_LEVEL));
    this.waitsFor = waitsFor;
  }

  /**
   * What comes next; the same again until it is said to be told. Without anything, the place is the
   * newest.
   *
   * @throws dev.tidemark.landing.LandingException.Unavailable if the file system does not answer
   */
  Optional<Item> next(Instant now) {
    if (item.isEmpty()) {
      item = look(now);
    }
    return item;
  }

  void told() {
    item = Optional.empty();
  }

  /** Up to where everything was returned. */
  Place place() {
    return place;
  }

  private Optional<Item> look(Instant now) {
    for (int looked = 0; looked < MOST_ENTRIES; looked++) {
      Optional<LogFollower.Step> step = log.next();
      Optional<Event> event;
      if (step.isPresent() && step.get().record().isEmpty()) {
        event = Optional.of(events.missed(step.get().from(), step.get().after().version(), now));
      } else {
        Optional<Item> late = late(atMost(now, step.flatMap(LogFollower.Step::record)));
        if (late.isPresent()) {
          return late;
        }
        if (step.isEmpty()) {
          return Optional.empty();
        }
        event = step.get().record().flatMap(r -> events.of(log.state(), r));
      }
      log.take(step.get());
      place = new Place(log.version(), place.serviceLevel());
      if (event.filter(this::isWanted).isPresent()) {
        return item(event);
      }
    }
    return item(Optional.empty());
  }

  private Optional<Item> item(Optional<Event> event) {
    return Optional.of(new Item(event, place));
  }

  private boolean isWanted(Event event) {
    return event.type() == EventType.MISSED || wanted.contains(event.type());
  }

  /** The writer's clock may be ahead; nobody's time is up before it is here. */
  private static Instant atMost(Instant now, Optional<LogRecord> next) {
    return next.map(LogRecord::at).filter(at -> at.isBefore(now)).orElse(now);
  }

  /** The next partition that was not published when its time was up. */
  private Optional<Item> late(Instant now) {
    LandingState state = log.state();
    if (serviceLevel.isEmpty()) {
      place = new Place(place.version(), Optional.empty());
      return Optional.empty();
    }
    ServiceLevel promised = serviceLevel.get();
    PartitionId id = place.serviceLevel().orElseGet(() -> promised.first(now));
    Optional<Event> found = Optional.empty();
    int looked = 0;
    while (found.isEmpty() && looked < MOST_PARTITIONS && !promised.deadline(id).isAfter(now)) {
      if (promised.isUnpublished(state, id)) {
        found = Optional.of(events.late(state, id, promised.deadline(id), waitsFor.apply(id)));
      }
      id = promised.after(id);
      looked++;
    }
    place = new Place(place.version(), Optional.of(id));
    return found.isPresent() || looked == MOST_PARTITIONS ? item(found) : Optional.empty();
  }
}
