package dev.tidemark.coordinator.doctor;

import dev.tidemark.landing.Counted;
import dev.tidemark.landing.HowLong;
import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.check.Check;
import dev.tidemark.landing.check.Finding;
import dev.tidemark.landing.config.DatasetConfig;
import dev.tidemark.landing.log.IllegalEntryException;
import dev.tidemark.landing.log.Journal;
import dev.tidemark.landing.log.LandingState;
import dev.tidemark.landing.log.Roots;
import java.util.List;

/** Whether the landing log can be read, and belongs to the dataset. */
final class LogCheck implements Check {
  private final DatasetConfig dataset;
  private final Journal journal;
  private final EntryTimes times;

  LogCheck(DatasetConfig dataset, Journal journal, EntryTimes times) {
    this.dataset = dataset;
    this.journal = journal;
    this.times = times;
  }

  @Override
  public String name() {
    return dataset.name() + ": log";
  }

  @Override
  public List<Finding> look() {
    try {
      LandingState state = journal.refresh();
      if (state.created().isEmpty()) {
        return List.of(
            Finding.warning(
                name(),
                "There is no landing log in " + dataset.root() + ": nothing has been landed yet.",
                "Start 'tidemark ingest', or correct 'root' of the dataset."));
      }
      Roots.check(state.created().get(), dataset.name(), dataset.granularity());
      return List.of(
          Finding.ok(
              name(),
              "It is at version "
                  + state.version()
                  + times
                      .age(state.version())
                      .map(age -> ", written " + HowLong.ago(age))
                      .orElse("")
                  + "; "
                  + Counted.of(state.partitions().size(), "partition")
                  + (state.partitions().size() == 1 ? " is" : " are")
                  + " not at rest."));
    } catch (LandingException.NeedsOperator | IllegalEntryException e) {
      return List.of(
          Finding.failure(
              name(),
              e.getMessage(),
              "Where it is damaged: stop all programs and run 'tidemark repair', which says first what it"
                  + " would do."));
    }
  }
}
