package dev.tidemark.coordinator.api;

import dev.tidemark.coordinator.api.Datasets.Served;
import dev.tidemark.coordinator.operations.Operations;
import dev.tidemark.coordinator.operations.Quarantine;
import dev.tidemark.coordinator.operations.QuarantineReader;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.log.PartitionState;
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
    call.knows(Set.of("since", "limit"));
    Operations operations = datasets.of(call).operations();
    int most = call.number("limit", MOST_ENTRIES, MOST_ENTRIES);
    long since = call.version("since").orElseGet(() -> operations.state().version());
    return Answer.ok(operations.changedSince(since, most));
  }

  private Answer lines(Call call) {
    call.knows(Set.of("reason", "cursor", "limit"));
    Served dataset = datasets.of(call);
    PartitionId id = dataset.partition(call.path("partition"));
    PartitionState p =
        dataset
            .operations()
            .find(id)
            .orElseThrow(
                () -> Refusal.notFound(id + " holds nothing: no event of that time has landed."));
    int most = call.number("limit", LINES, MOST_LINES);
    try {
      return Answer.ok(
          new QuarantineReader(dataset.files(), id)
              .page(
                  p,
                  Quarantine.containing(call.query("reason").orElse("")),
                  call.query("cursor"),
                  most));
    } catch (IllegalArgumentException e) {
      throw Refusal.badRequest(e.getMessage());
    }
  }
}
