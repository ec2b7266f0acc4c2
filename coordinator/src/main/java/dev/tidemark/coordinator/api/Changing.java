package dev.tidemark.coordinator.api;

import dev.tidemark.batch.publish.KeptRevision;
import dev.tidemark.coordinator.api.Datasets.Served;
import dev.tidemark.coordinator.operations.BroughtBack;
import dev.tidemark.coordinator.operations.Operations;
import dev.tidemark.landing.PartitionId;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Does to one partition what a person asks for. Who and why stands in the landing log. */
final class Changing {
  private static final Logger LOG = LoggerFactory.getLogger(Changing.class);

  private final Datasets datasets;

  Changing(Datasets datasets) {
    this.datasets = datasets;
  }

  /**
   * What was done.
   *
   * @param revision the one that is brought back, with so many {@code rows}
   */
  private record Done(
      PartitionId partition,
      String action,
      String by,
      String reason,
      Optional<Integer> revision,
      Optional<Long> rows) {}

  /** Something that is done for a reason. */
  private interface Verb {
    void run(Operations operations, PartitionId partition, String reason);
  }

  List<Endpoint> endpoints() {
    return List.of(
        verb("hold", Operations::hold),
        verb("release", Operations::release),
        verb("retry", Operations::retry),
        verb("close", (operations, id, reason) -> operations.close(id, Optional.of(reason))),
        verb("reprocess", Changing::reprocess),
        new Endpoint(Endpoint.Kind.CHANGE, path("rollback"), this::rollback));
  }

  private static String path(String verb) {
    return "/api/v1/datasets/{dataset}/partitions/{partition}/" + verb;
  }

  private Endpoint verb(String name, Verb verb) {
    return new Endpoint(
        Endpoint.Kind.CHANGE,
        path(name),
        call -> {
          Served dataset = datasets.of(call);
          PartitionId id = dataset.partition(call.path("partition"));
          String reason = Body.read(call.body(), Set.of("reason")).reason();
          requireKnown(dataset, id);
          verb.run(dataset.actingAs(call.by()), id, reason);
          return done(
              dataset, new Done(id, name, call.by(), reason, Optional.empty(), Optional.empty()));
        });
  }

  private static void requireKnown(Served dataset, PartitionId id) {
    if (dataset.operations().find(id).isEmpty()) {
      throw Refusal.notFound(id + " holds nothing: no event of that time has landed.");
    }
  }

  private static void reprocess(Operations operations, PartitionId id, String reason) {
    // Refuses what is not published.
    operations.reprocessPlan(List.of(id));
    operations.reprocess(id, reason);
  }

  private Answer rollback(Call call) {
    Served dataset = datasets.of(call);
    PartitionId id = dataset.partition(call.path("partition"));
    Body body = Body.read(call.body(), Set.of("reason", "revision"));
    String reason = body.reason();
    BroughtBack back =
        dataset
            .actingAs(call.by())
            .rollback(id, body.positive("revision"), reason, new KeptRevision(dataset.files()));
    return done(
        dataset,
        new Done(
            id,
            "rollback",
            call.by(),
            reason,
            Optional.of(back.revision()),
            Optional.of(back.rows())));
  }

  /** From what is known alone: reading once more could fail, though it is done. */
  private static Answer done(Served dataset, Done done) {
    LOG.info(
        "{} of {}: {} asked for by {}",
        done.partition(),
        dataset.config().name(),
        done.action(),
        done.by());
    return Answer.ok(done);
  }
}
