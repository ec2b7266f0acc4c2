package dev.tidemark.coordinator.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemark.coordinator.config.CoordinatorAddress;
import dev.tidemark.coordinator.operations.BroughtBack;
import dev.tidemark.coordinator.operations.DatasetAccess;
import dev.tidemark.coordinator.operations.Explanation;
import dev.tidemark.coordinator.operations.LogTail;
import dev.tidemark.coordinator.operations.PartitionChanges;
import dev.tidemark.coordinator.operations.PartitionDetails;
import dev.tidemark.coordinator.operations.PartitionPage;
import dev.tidemark.coordinator.operations.PartitionSummary;
import dev.tidemark.coordinator.operations.Quarantine;
import dev.tidemark.coordinator.operations.QuarantinePage;
import dev.tidemark.coordinator.operations.QuarantineReason;
import dev.tidemark.landing.Granularity;
import dev.tidemark.landing.LandingJson;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.config.ConfigException;
import dev.tidemark.landing.config.DatasetConfig;
import dev.tidemark.landing.log.LogRecord;
import java.net.URLEncoder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** A dataset that a coordinator looks after, by its API. What is long is asked for in pages. */
public final class CoordinatorAccess implements DatasetAccess {
  private static final int PARTITIONS = 1000;
  private static final int ENTRIES = 100;

  private final ApiClient client;
  private final Dataset dataset;
  private final String option;

  private record Dataset(String name, Granularity granularity) {}

  private record DatasetList(List<Dataset> datasets) {}

  private record Entries(List<LogRecord> entries, long version, long from) {}

  private record Reasons(List<QuarantineReason> reasons, Optional<PartitionId> next) {}

  private record Why(String reason) {}

  private record Back(String reason, Optional<Integer> revision) {}

  private CoordinatorAccess(ApiClient client, Dataset dataset, String option) {
    this.client = client;
    this.dataset = dataset;
    this.option = option;
  }

  /**
   * Asks a coordinator for its datasets.
   *
   * @param name of the one that is meant; not needed where there is one only
   * @throws ConfigException if that does not choose one
   */
  public static CoordinatorAccess open(CoordinatorAddress address, Optional<String> name) {
    return open(address, name, ApiClient.Patience.DEFAULT);
  }

  static CoordinatorAccess open(
      CoordinatorAddress address, Optional<String> name, ApiClient.Patience patience) {
    ApiClient client = new ApiClient(address, patience);
    List<Dataset> all = client.get("", DatasetList.class).datasets();
    List<Dataset> chosen =
        all.stream().filter(d -> name.isEmpty() || d.name().equals(name.get())).toList();
    if (chosen.size() != 1) {
      throw new ConfigException(
          List.of(DatasetConfig.notChosen(all.stream().map(Dataset::name).toList(), name)));
    }
    Dataset dataset = chosen.get(0);
    return new CoordinatorAccess(
        client, dataset, all.size() > 1 ? " --dataset " + dataset.name() : "");
  }

  private String path(String below, Map<String, String> query) {
    return "/"
        + encoded(dataset.name())
        + below
        + query.entrySet().stream()
            .map(q -> q.getKey() + "=" + encoded(q.getValue()))
            .collect(Collectors.joining("&", query.isEmpty() ? "" : "?", ""));
  }

  private String path(PartitionId id, String below) {
    // A colon may stand in a path.
    return path("/partitions/" + id + below, Map.of());
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, UTF_8);
  }

  private static Map<String, String> range(
      Optional<PartitionId> from, Optional<PartitionId> to, int limit) {
    Map<String, String> query = new LinkedHashMap<>();
    from.ifPresent(f -> query.put("from", f.toString()));
    to.ifPresent(t -> query.put("to", t.toString()));
    query.put("limit", Integer.toString(limit));
    return query;
  }

  @Override
  public PartitionId parse(String text) {
    return PartitionId.parse(text, dataset.granularity());
  }

  @Override
  public String advise(String text) {
    return DatasetConfig.advise(text, option);
  }

  @Override
  public long version() {
    return client.get(path("/log", Map.of("last", "1")), Entries.class).version();
  }

  @Override
  public List<PartitionSummary> partitions(Optional<PartitionId> from, Optional<PartitionId> to) {
    Deque<PartitionPage> pages = new ArrayDeque<>();
    for (Optional<PartitionId> until = to; ; until = pages.getFirst().next()) {
      pages.addFirst(
          client.get(path("/partitions", range(from, until, PARTITIONS)), PartitionPage.class));
      if (pages.getFirst().next().isEmpty()) {
        return pages.stream().flatMap(p -> p.partitions().stream()).toList();
      }
    }
  }

  @Override
  public PartitionChanges someChangedSince(long version) {
    JsonNode found =
        client.get(path("/changed", Map.of("since", Long.toString(version))), JsonNode.class);
    List<PartitionChanges.Change> changes = new ArrayList<>();
    for (JsonNode p : found.path("partitions")) {
      changes.add(
          new PartitionChanges.Change(
              client.read(LandingJson.write(p), PartitionSummary.class),
              p.path("version").asLong()));
    }
    return new PartitionChanges(
        found.path("version").asLong(), found.path("newest").asLong(), changes);
  }

  @Override
  public PartitionDetails details(PartitionId id) {
    return client.get(path(id, ""), PartitionDetails.class);
  }

  @Override
  public Explanation explain(PartitionId id) {
    return client.get(path(id, "/explain"), Explanation.class);
  }

  @Override
  public LogTail.Tail log(long from) {
    Map<String, String> query =
        Map.of("from", Long.toString(from), "last", Integer.toString(ENTRIES));
    Entries found = client.get(path("/log", query), Entries.class);
    return new LogTail.Tail(found.entries(), found.from());
  }

  @Override
  public List<QuarantineReason> quarantine(
      Optional<PartitionId> from, Optional<PartitionId> to, String reason) {
    Deque<List<QuarantineReason>> pages = new ArrayDeque<>();
    Optional<PartitionId> until = to;
    do {
      Map<String, String> query = range(from, until, PARTITIONS);
      query.put("reason", reason);
      Reasons page = client.get(path("/quarantine", query), Reasons.class);
      pages.addFirst(page.reasons());
      until = page.next();
    } while (until.isPresent());
    return Quarantine.together(pages.stream().flatMap(List::stream).toList());
  }

  @Override
  public QuarantinePage quarantined(PartitionId id, String reason, Optional<String> cursor) {
    Map<String, String> query = new LinkedHashMap<>();
    query.put("reason", reason);
    cursor.ifPresent(c -> query.put("cursor", c));
    return client.get(path("/partitions/" + id + "/quarantine", query), QuarantinePage.class);
  }

  @Override
  public void hold(PartitionId id, String reason) {
    tell(id, "hold", reason);
  }

  @Override
  public void release(PartitionId id, String reason) {
    tell(id, "release", reason);
  }

  @Override
  public void retry(PartitionId id, String reason) {
    tell(id, "retry", reason);
  }

  @Override
  public void close(PartitionId id, String reason) {
    tell(id, "close", reason);
  }

  @Override
  public void reprocess(PartitionId id, String reason) {
    tell(id, "reprocess", reason);
  }

  private void tell(PartitionId id, String verb, String reason) {
    client.post(path(id, "/" + verb), new Why(reason), JsonNode.class);
  }

  @Override
  public BroughtBack rollback(PartitionId id, Optional<Integer> number, String reason) {
    return client.post(path(id, "/rollback"), new Back(reason, number), BroughtBack.class);
  }
}
