package dev.tidemark.coordinator.api;

import dev.tidemark.coordinator.api.Datasets.Served;
import dev.tidemark.coordinator.operations.LogTail;
import dev.tidemark.coordinator.operations.PartitionPage;
import dev.tidemark.coordinator.operations.PartitionSummary;
import dev.tidemark.coordinator.operations.PartitionSummary.Standing;
import dev.tidemark.coordinator.operations.Quarantine;
import dev.tidemark.coordinator.operations.QuarantineReason;
import dev.tidemark.landing.Granularity;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.config.DatasetConfig;
import dev.tidemark.landing.log.LogRecord;
import dev.tidemark.landing.log.PartitionState;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Answers questions. Each costs a bounded number of files, however long the history is. */
final class Reading {
  private static final int PARTITIONS = 200;
  private static final int MOST_PARTITIONS = 1000;
  private static final int ENTRIES = 100;
  private static final int MOST_ENTRIES = 500;

  /** Entries read to find those about one partition. */
  private static final int MOST_LOOKS = 5000;

  private final Datasets datasets;

  Reading(Datasets datasets) {
    this.datasets = datasets;
  }

  private record Dataset(
      String name, URI root, List<String> topics, Granularity granularity, Duration grace) {
    static Dataset of(DatasetConfig c) {
      return new Dataset(c.name(), c.root(), c.topics(), c.granularity(), c.grace());
    }
  }

  private record DatasetList(List<Dataset> datasets) {}

  private record Entries(List<LogRecord> entries, long version, long from) {}

  private record Reasons(
      List<QuarantineReason> reasons, int partitions, Optional<PartitionId> next) {}

  List<Endpoint> endpoints() {
    String dataset = "/api/v1/datasets/{dataset}";
    return List.of(
        read("/api/v1/datasets", this::list),
        read(dataset + "/partitions", this::partitions),
        read(dataset + "/partitions/{partition}", this::partition),
        read(dataset + "/partitions/{partition}/explain", this::explain),
        read(dataset + "/log", this::log),
        read(dataset + "/quarantine", this::quarantine));
  }

  private static Endpoint read(String path, Function<Call, Answer> handler) {
    return new Endpoint(Endpoint.Kind.READ, path, handler);
  }

  private Answer list(Call call) {
    call.knows(Set.of());
    return Answer.ok(
        new DatasetList(datasets.all().stream().map(d -> Dataset.of(d.config())).toList()));
  }

  private Answer partitions(Call call) {
    call.knows(Set.of("from", "to", "state", "limit"));
    Optional<Standing> standing = call.query("state").map(Reading::standing);
    return Answer.ok(page(datasets.of(call), call, standing));
  }

  private static PartitionPage page(Served dataset, Call call, Optional<Standing> standing) {
    return dataset
        .operations()
        .newest(
            dataset.partition(call.query("from")),
            dataset.partition(call.query("to")),
            standing,
            call.number("limit", PARTITIONS, MOST_PARTITIONS));
  }

  private static Standing standing(String text) {
    return Arrays.stream(Standing.values())
        .filter(s -> s.name().toLowerCase(Locale.ROOT).equals(text.toLowerCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(
            () ->
                Refusal.badRequest(
                    "'state' must be one of "
                        + Arrays.stream(Standing.values())
                            .map(s -> s.name().toLowerCase(Locale.ROOT))
                            .collect(Collectors.joining(", "))
                        + "."));
  }

  private Answer partition(Call call) {
    call.knows(Set.of());
    Served dataset = datasets.of(call);
    PartitionId id = dataset.partition(call.path("partition"));
    PartitionState state =
        dataset
            .operations()
            .find(id)
            .orElseThrow(
                () -> Refusal.notFound(id + " holds nothing: no event of that time has landed."));
    return Answer.ok(dataset.operations().details(state, new Quarantine(dataset.files())));
  }

  private Answer explain(Call call) {
    call.knows(Set.of());
    Served dataset = datasets.of(call);
    return Answer.ok(dataset.operations().explain(dataset.partition(call.path("partition"))));
  }

  private Answer log(Call call) {
    call.knows(Set.of("partition", "last", "from"));
    Served dataset = datasets.of(call);
    Optional<PartitionId> partition = dataset.partition(call.query("partition"));
    Optional<Long> from = call.version("from");
    int last = call.number("last", ENTRIES, MOST_ENTRIES);
    if (from.isPresent() && partition.isPresent()) {
      throw Refusal.badRequest("Name 'from' or 'partition', not both.");
    }
    long version = dataset.operations().state().version();
    LogTail log = new LogTail(dataset.files());
    LogTail.Tail tail =
        from.isPresent()
            ? log.from(from.get(), last)
            : log.last(version, partition, last, MOST_LOOKS);
    return Answer.ok(new Entries(tail.entries(), version, tail.from()));
  }

  private Answer quarantine(Call call) {
    call.knows(Set.of("from", "to", "reason", "limit"));
    Served dataset = datasets.of(call);
    PartitionPage page = page(dataset, call, Optional.empty());
    List<PartitionSummary> published =
        page.partitions().stream().filter(p -> p.revision() > 0).toList();
    return Answer.ok(
        new Reasons(
            new Quarantine(dataset.files())
                .reasons(published, Quarantine.containing(call.query("reason").orElse(""))),
            published.size(),
            page.next()));
  }
}
