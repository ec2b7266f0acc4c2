package dev.tidemark.coordinator.notify;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * Holds the position of a target by a lease that is renewed at half its length, so that of several
 * notifiers one tells. It saves double work; that nothing is lost rests on the position alone. For
 * one thread.
 */
final class Tenure {
  private static final Duration LONGEST_STANDBY = Duration.ofSeconds(15);

  private final Positions positions;
  private final Duration lease;
  private final Clock clock;
  private final String owner = UUID.randomUUID().toString();
  private Optional<Positions.Step> held = Optional.empty();

  Tenure(Positions positions, Duration lease, Clock clock) {
    this.positions = positions;
    this.lease = lease;
    this.clock = clock;
  }

  /**
   * Holds the position, if nobody else does.
   *
   * @param beginning of a target that was never told anything
   * @return empty if it is held; otherwise how long to wait before asking again
   * @throws dev.tidemark.landing.LandingException if the file system failed; then begin anew
   */
  Optional<Duration> hold(Supplier<Place> beginning) {
    Instant now = clock.instant();
    if (held.isPresent()) {
      Duration left = Duration.between(now, held.get().position().until());
      return left.compareTo(lease.dividedBy(2)) > 0 ? Optional.empty() : take(place());
    }
    Optional<Positions.Step> newest = positions.newest();
    Optional<Duration> others =
        newest
            .map(Positions.Step::position)
            .filter(p -> !p.owner().equals(owner) && p.until().isAfter(now))
            .map(p -> Duration.between(now, p.until()))
            .map(d -> d.compareTo(LONGEST_STANDBY) < 0 ? d : LONGEST_STANDBY);
    if (others.isPresent()) {
      return others;
    }
    held = newest.or(() -> Optional.of(step(-1, beginning.get(), now)));
    return take(place());
  }

  /** Where the one who holds it is. */
  Place place() {
    return held.orElseThrow().position().place();
  }

  /** How long to wait at most while it is held. */
  Duration patience() {
    return lease.dividedBy(4);
  }

  /** Goes on without a word; it is written when the lease is renewed. */
  void pass(Place place) {
    Positions.Step at = held.orElseThrow();
    held = Optional.of(step(at.number(), place, at.position().until()));
  }

  /** Writes how far the target was told; if another was first, how long to wait. */
  Optional<Duration> take(Place place) {
    Positions.Step next = step(held.orElseThrow().number() + 1, place, clock.instant().plus(lease));
    held = Optional.empty();
    if (!positions.create(next)) {
      return Optional.of(Duration.ofSeconds(1));
    }
    held = Optional.of(next);
    return Optional.empty();
  }

  /** Lets another go on at once. */
  void release() {
    Optional<Positions.Step> at = held;
    held = Optional.empty();
    at.ifPresent(
        s -> positions.create(step(s.number() + 1, s.position().place(), clock.instant())));
  }

  /** Knows nothing any more but what is in the root. */
  void forget() {
    held = Optional.empty();
  }

  private Positions.Step step(long number, Place place, Instant until) {
    return new Positions.Step(number, new Position(place, owner, until));
  }
}
