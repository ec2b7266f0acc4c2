package dev.tidemark.coordinator.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.coordinator.api.Datasets.Served;
import dev.tidemark.coordinator.live.ChangeFeed;
import dev.tidemark.coordinator.live.CollectorReading;
import dev.tidemark.coordinator.live.CollectorWatch;
import dev.tidemark.landing.LandingJson;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Shows what happens while it does: many partitions at once, what changes, and how much flows. */
final class Watching {
  private static final int MOST_DAYS = 400;
  private static final int MINUTES = 60;
  private static final int MOST_MINUTES = 1440;

  private final Datasets datasets;
  private final CollectorWatch collectors;

  Watching(Datasets datasets, CollectorWatch collectors) {
    this.datasets = datasets;
    this.collectors = collectors;
  }

  private record Lost(long version) {}

  private record Reason(String code, long events) {}

  private record Commands(String count, String show, String replay) {
    static final Commands ALL =
        new Commands(
            "tidemark rejected", "tidemark rejected show", "tidemark rejected replay --yes");
  }

  private record Rejected(
      Optional<List<Reason>> reasons, List<CollectorReading> collectors, Commands commands) {}

  List<Endpoint> endpoints() {
    String dataset = "/api/v1/datasets/{dataset}";
    return List.of(
        new Endpoint(Endpoint.Kind.READ, dataset + "/grid", this::grid),
        new Endpoint(Endpoint.Kind.STREAM, dataset + "/changes", this::changes),
        new Endpoint(Endpoint.Kind.READ, dataset + "/flow", this::flow),
        new Endpoint(Endpoint.Kind.READ, dataset + "/rejected", this::rejected),
        new Endpoint(
            Endpoint.Kind.READ,
            dataset + "/quarantine/rows",
            call -> QuarantineAnswer.of(datasets.of(call), call)));
  }

  private Answer grid(Call call) {
    call.knows(Set.of("from", "to"));
    Served dataset = datasets.of(call);
    LocalDate from = call.day("from");
    LocalDate to = call.day("to");
    long days = ChronoUnit.DAYS.between(from, to);
    if (days < 1 || days > MOST_DAYS) {
      throw Refusal.badRequest(
          "'to' must be 1 to " + MOST_DAYS + " days after 'from'; it is not included.");
    }
    requireLog(dataset);
    return Answer.ok(dataset.live().grid(from, to));
  }

  /** Refuses where nothing was ever landed, or the root is that of another dataset. */
  private static void requireLog(Served dataset) {
    dataset.operations().state();
  }

  private Answer changes(Call call) {
    call.knows(Set.of("since"));
    ChangeFeed feed = datasets.of(call).live().changes();
    Optional<Long> since = call.version("Last-Event-ID", "since");
    return Answer.stream(
        stream -> {
          ChangeFeed.Listener listener = listener(stream);
          feed.add(listener, since);
          return () -> feed.remove(listener);
        });
  }

  private static ChangeFeed.Listener listener(EventStream stream) {
    return new ChangeFeed.Listener() {
      @Override
      public void changed(ChangeFeed.Change change) {
        stream.send(change.version(), "partitions", json(change));
      }

      @Override
      public void lost(long version) {
        stream.send(version, "reload", json(new Lost(version)));
      }

      @Override
      public void unchanged(long version) {
        stream.reached(version);
      }
    };
  }

  private static String json(Object value) {
    return new String(LandingJson.write(value), UTF_8);
  }

  private Answer flow(Call call) {
    call.knows(Set.of("minutes"));
    Served dataset = datasets.of(call);
    int minutes = call.number("minutes", MINUTES, MOST_MINUTES);
    requireLog(dataset);
    return Answer.ok(dataset.live().flow(minutes, collectors));
  }

  private Answer rejected(Call call) {
    call.knows(Set.of());
    datasets.of(call);
    return Answer.ok(
        new Rejected(
            collectors.rejected().map(Watching::commonestFirst),
            collectors.readings(),
            Commands.ALL));
  }

  private static List<Reason> commonestFirst(Map<String, Long> reasons) {
    return reasons.entrySet().stream()
        .map(r -> new Reason(r.getKey(), r.getValue()))
        .sorted(Comparator.comparingLong(Reason::events).reversed())
        .toList();
  }
}
