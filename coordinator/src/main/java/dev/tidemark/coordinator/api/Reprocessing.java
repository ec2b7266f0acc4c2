package dev.tidemark.coordinator.api;

import dev.tidemark.coordinator.api.Datasets.Served;
import dev.tidemark.coordinator.operations.Operations;
import dev.tidemark.coordinator.operations.PartitionSummary;
import dev.tidemark.coordinator.operations.Quarantine;
import dev.tidemark.coordinator.operations.QuarantinedFor;
import dev.tidemark.coordinator.operations.RefusedException;
import dev.tidemark.coordinator.operations.ReprocessPlan;
import dev.tidemark.landing.Counted;
import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.PartitionId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks for new revisions of a range, and says of which partitions. */
final class Reprocessing {
  private static final Logger LOG = LoggerFactory.getLogger(Reprocessing.class);
  private static final int MOST = 1000;

  private final Datasets datasets;

  Reprocessing(Datasets datasets) {
    this.datasets = datasets;
  }

  private record NotAsked(PartitionId partition, String message) {}

  private record Plan(
      boolean dryRun,
      List<PartitionSummary> partitions,
      long landedRows,
      List<PartitionId> passedOver,
      List<PartitionId> asked,
      List<NotAsked> refused) {}

  List<Endpoint> endpoints() {
    return List.of(
        new Endpoint(
            Endpoint.Kind.CHANGE, "/api/v1/datasets/{dataset}/reprocess", this::reprocess));
  }

  private Answer reprocess(Call call) {
    Served dataset = datasets.of(call);
    Body body =
        Body.read(
            call.body(),
            Set.of("from", "to", "quarantine_reason", "partitions", "reason", "dry_run"));
    boolean dryRun = body.isSet("dry_run");
    // Nothing is written of a plan.
    String reason = dryRun && body.text("reason").isEmpty() ? "" : body.reason();
    Operations operations = dataset.actingAs(call.by());
    ReprocessPlan plan = plan(dataset, operations, body);
    List<PartitionId> asked = new ArrayList<>();
    List<NotAsked> refused = new ArrayList<>();
    if (!dryRun) {
      ask(operations, plan, reason, asked, refused);
      LOG.info(
          "{} partitions of {}: reprocess asked for by {}",
          asked.size(),
          dataset.config().name(),
          call.by());
    }
    return Answer.ok(
        new Plan(dryRun, plan.partitions(), plan.landedRows(), plan.passedOver(), asked, refused));
  }

  private static ReprocessPlan plan(Served dataset, Operations operations, Body body) {
    Optional<PartitionId> from = dataset.partition(body.text("from"));
    Optional<PartitionId> to = dataset.partition(body.text("to"));
    Optional<String> quarantined = body.text("quarantine_reason");
    Optional<List<String>> partitions = body.texts("partitions", MOST);
    boolean isRange = from.isPresent() || to.isPresent();
    if (isRange == partitions.isPresent() || (partitions.isPresent() && quarantined.isPresent())) {
      throw Refusal.badRequest(
          "Name 'from', 'to', or both, with 'quarantine_reason' if you like; or 'partitions'.");
    }
    if (partitions.isPresent()) {
      return operations.reprocessPlan(partitions.get().stream().map(dataset::partition).toList());
    }
    Quarantine quarantine = new Quarantine(dataset.files());
    return operations.reprocessPlan(
        from,
        to,
        quarantined
            .<Predicate<PartitionSummary>>map(r -> new QuarantinedFor(r, quarantine::counts))
            .orElse(p -> true),
        MOST);
  }

  private static void ask(
      Operations operations,
      ReprocessPlan plan,
      String reason,
      List<PartitionId> asked,
      List<NotAsked> refused) {
    for (PartitionSummary p : plan.partitions()) {
      try {
        operations.reprocess(p.partition(), reason);
        asked.add(p.partition());
      } catch (RefusedException e) {
        refused.add(new NotAsked(p.partition(), e.getMessage()));
      } catch (LandingException.Unavailable | LandingException.OutcomeUnknown e) {
        throw new LandingException.OutcomeUnknown(
            asked.size()
                + " of "
                + Counted.of(plan.partitions().size(), "partition")
                + (asked.size() == 1 ? " was" : " were")
                + " asked for, then: "
                + e.getMessage(),
            e);
      }
    }
  }
}
