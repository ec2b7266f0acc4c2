package dev.tidemark.coordinator.api;

import dev.tidemark.coordinator.api.Datasets.Served;
import dev.tidemark.coordinator.operations.Operations;
import dev.tidemark.coordinator.operations.Quarantine;
import dev.tidemark.coordinator.operations.RefusedException;
import dev.tidemark.landing.PartitionId;
import java.util.List;
import java.util.Set;

/** Answers those who ask again and again, and each time go on from where they were. */
final class Continuing {
  /** Entries read to find what changed. */
  private static final int MOST_ENTRIES = 5000;

  private static final int LINES = 100;
  private static final int MOST_LINES = 1000;

  private final Datasets datasets;

  Continuing(Datasets datasets) {
    this.datasets = datasets;
  }

  List<Endpoint> endpoints() {
    String dataset = "/api/v1/datasets/{dataset}";
    return List.of(
        new Endpoint(Endpoint.Kind.READ, dataset + "/changed", this::changed),
        new Endpoint(
            Endpoint.Kind.READ, dataset + "/partitions/{partition}/quarantine", this::lines));
  }

  private Answer changed(Call call) {
    call.knows(Set.of("since"));
    Operations operations = datasets.of(call).operations();
    long newest = operations.state().version();
    long since = call.version("since").orElse(newest);
    if (newest - since > MOST_ENTRIES) {
      throw new RefusedException(
          "There are more than "
              + MOST_ENTRIES
              + " entries after version "
              + since
              + ". List all partitions, and go on from version "
              + newest
              + ".");
    }
    return Answer.ok(operations.changedSince(since));
  }

  private Answer lines(Call call) {
    call.knows(Set.of("reason", "skip", "limit"));
    Served dataset = datasets.of(call);
    PartitionId id = dataset.partition(call.path("partition"));
    if (dataset.operations().find(id).isEmpty()) {
      throw Refusal.notFound(id + " holds nothing: no event of that time has landed.");
    }
    return Answer.ok(
        new Quarantine(dataset.files())
            .page(
                id,
                Quarantine.containing(call.query("reason").orElse("")),
                call.version("skip").orElse(0L),
                call.number("limit", LINES, MOST_LINES)));
  }
}
