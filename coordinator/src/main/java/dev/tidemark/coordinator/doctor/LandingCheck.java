package dev.tidemark.coordinator.doctor;

import dev.tidemark.landing.Counted;
import dev.tidemark.landing.HowLong;
import dev.tidemark.landing.check.Check;
import dev.tidemark.landing.check.Finding;
import dev.tidemark.landing.config.DatasetConfig;
import dev.tidemark.landing.log.Journal;
import dev.tidemark.landing.log.LandingState;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Whether somebody lands, and the watermark follows the clock. */
final class LandingCheck implements Check {
  private static final Duration LONG = Duration.ofMinutes(10);

  private final DatasetConfig dataset;
  private final Journal journal;
  private final EntryTimes times;
  private final Clock clock;

  LandingCheck(DatasetConfig dataset, Journal journal, EntryTimes times, Clock clock) {
    this.dataset = dataset;
    this.journal = journal;
    this.times = times;
    this.clock = clock;
  }

  @Override
  public String name() {
    return dataset.name() + ": landing";
  }

  @Override
  public List<Finding> look() {
    LandingState state = journal.refresh();
    List<Finding> found = new ArrayList<>();
    Instant now = clock.instant();
    if (state.ingest().isEmpty()) {
      found.add(Finding.warning(name(), "No ingest process lands.", "Start 'tidemark ingest'."));
    } else if (state.ingest().get().until().isBefore(now)) {
      LandingState.IngestRun run = state.ingest().get();
      found.add(
          Finding.warning(
              name(),
              "Ingest run "
                  + run.run()
                  + " holds the claim to land, and nothing was heard of it for longer than its lease of "
                  + HowLong.of(run.lease())
                  + " (until "
                  + EntryTimes.text(run.until())
                  + ").",
              "See whether its process lives and what it logs; start 'tidemark ingest', which takes over."));
    }
    state
        .pending()
        .filter(p -> times.isOlder(p.version(), LONG))
        .ifPresent(
            p ->
                found.add(
                    Finding.warning(
                        name(),
                        "The intent at version "
                            + p.version()
                            + " to land "
                            + Counted.of(p.land().files().size(), "file")
                            + " has not been carried out for over "
                            + HowLong.of(LONG)
                            + "; the partitions that it names cannot be closed.",
                        "Start 'tidemark coordinator' or 'tidemark ingest': either carries it out.")));
    state
        .watermark()
        .map(w -> Duration.between(w, now).minus(dataset.delay()))
        .filter(behind -> behind.compareTo(LONG) > 0)
        .ifPresent(
            behind ->
                found.add(
                    Finding.warning(
                        name(),
                        "The watermark is "
                            + HowLong.of(behind.plus(dataset.delay()))
                            + " behind the clock, at "
                            + EntryTimes.text(state.watermark().get())
                            + "; no partition that ends later closes.",
                        dataset.advise(
                            "See whether ingest runs, Kafka answers and 'tidemark log' shows it catching up; a"
                                + " topic that is not read any more holds it until 'tidemark topics retire"
                                + " NAME'."))));
    if (state.watermark().isEmpty()) {
      found.add(
          Finding.warning(
              name(),
              "There is no watermark yet, so nothing closes: a topic-partition of which nothing has landed is"
                  + " not caught up.",
              dataset.advise(
                  "It comes once every topic-partition was read to its end; see whether ingest runs, and"
                      + " 'tidemark log' shows it landing.")));
    }
    return found.isEmpty()
        ? List.of(Finding.ok(name(), "Ingest lands, and the watermark follows the clock."))
        : found;
  }
}
