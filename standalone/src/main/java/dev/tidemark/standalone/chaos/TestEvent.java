package dev.tidemark.standalone.chaos;

import java.time.Duration;
import java.time.Instant;
import java.util.Random;

/**
 * An event of the suite.
 *
 * @param id that the client gives it
 * @param json as it is sent
 */
record TestEvent(String id, Kind kind, String json) {
  private static final int LATE_SECONDS = 150;

  /** What becomes of it. */
  enum Kind {
    /** It is to be in {@code final}. */
    GOOD,
    /** It lacks what its type requires, and is to be in quarantine. */
    BAD,
    /** It is no event; the collector says so and keeps it apart, under an id of its own. */
    REJECTED
  }

  /** Of one in twenty something is wrong; one in ten is late. */
  static TestEvent next(String id, Random random, Instant now) {
    int chance = random.nextInt(100);
    if (chance < 2) {
      return new TestEvent(id, Kind.REJECTED, chance == 0 ? "{}" : "42");
    }
    boolean late = random.nextInt(10) == 0;
    Instant time = late ? now.minus(Duration.ofSeconds(1L + random.nextInt(LATE_SECONDS))) : now;
    return chance < 5 ? bad(id, time) : good(id, random, time);
  }

  private static TestEvent good(String id, Random random, Instant time) {
    String type = random.nextBoolean() ? "search" : "component";
    return new TestEvent(
        id,
        Kind.GOOD,
        """
        {"event_id":"%s","sid":"session-%d","type":"%s","action":"click","channel":"web",\
        "timestamp":"%s","productId":"P-%d"}"""
            .formatted(id, random.nextInt(500), type, time, random.nextInt(100)));
  }

  private static TestEvent bad(String id, Instant time) {
    return new TestEvent(
        id,
        Kind.BAD,
        "{\"event_id\":\"%s\",\"type\":\"search\",\"timestamp\":\"%s\"}".formatted(id, time));
  }
}
