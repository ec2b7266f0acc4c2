package dev.tidemark.ingest.violation;

import dev.tidemark.standalone.config.Installation;
import java.time.Clock;
import java.time.Instant;

/** What the rules must refuse: wall clock, standard output, environment, and the standalone. */
public record IngestThatLooksAround(Installation installation) {
  @SuppressWarnings("SystemOut")
  public Clock look() {
    System.out.println(Instant.now() + System.getenv("HOME"));
    return Clock.systemUTC();
  }
}
