package dev.tidemark.coordinator.doctor;

import dev.tidemark.coordinator.operations.PartitionSummary;
import dev.tidemark.coordinator.operations.Questions;
import dev.tidemark.landing.check.Check;
import dev.tidemark.landing.check.Finding;
import dev.tidemark.landing.config.DatasetConfig;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Whether most of what was published lately went into quarantine: as a rule a change of event types
 * that clients did not make as well, and nothing fails of that.
 */
record QuarantineCheck(DatasetConfig dataset, Questions questions) implements Check {
  private static final int NEWEST = 24;

  @Override
  public String name() {
    return dataset.name() + ": quarantine";
  }

  @Override
  public List<Finding> look() {
    List<PartitionSummary> newest =
        questions.newest(Optional.empty(), Optional.empty(), Optional.empty(), NEWEST).partitions();
    List<PartitionSummary> most =
        newest.stream()
            .filter(p -> p.quarantined() > p.out())
            .sorted(Comparator.comparing(PartitionSummary::partition))
            .toList();
    if (most.isEmpty()) {
      return List.of(Finding.ok(name(), "More was published than quarantined lately."));
    }
    PartitionSummary first = most.get(0);
    PartitionSummary last = most.get(most.size() - 1);
    return List.of(
        Finding.warning(
            name(),
            "Of the newest %d partitions %d %s more rows in quarantine than in final, the last %s: %,d against %,d."
                .formatted(
                    newest.size(),
                    most.size(),
                    most.size() == 1 ? "has" : "have",
                    last.partition(),
                    last.quarantined(),
                    last.out()),
            dataset.advise(
                "'tidemark quarantine --from "
                    + first.partition()
                    + "' lists the reasons; after a fix 'tidemark reprocess --from "
                    + first.partition()
                    + " --only outdated' takes them in.")));
  }
}
