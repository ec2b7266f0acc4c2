package dev.tidemark.standalone.chaos;

import dev.tidemark.coordinator.operations.PartitionSummary;
import dev.tidemark.coordinator.operations.PartitionSummary.Standing;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Carries everything through once nobody sends any more and nothing is wrong: out of the spill,
 * into the root, closed, published and archived. What does not get so far in time is told.
 */
final class Drain {
  private static final Duration SPILL = Duration.ofMinutes(2);
  private static final Duration LANDING = Duration.ofMinutes(2);

  /** Longer than an hour takes to be over, and than the pauses before failures are tried again. */
  private static final Duration BY_ITSELF = Duration.ofMinutes(3);

  private static final Duration PUBLISHING = Duration.ofMinutes(3);

  private final Cluster cluster;
  private final Operator operator;
  private final Clock clock;
  private final Consumer<String> says;

  Drain(Cluster cluster, Operator operator, Clock clock, Consumer<String> says) {
    this.cluster = cluster;
    this.operator = operator;
    this.clock = clock;
    this.says = says;
  }

  /**
   * How it went.
   *
   * @param stuck what did not get through, a line each; none is what one hopes for
   * @param retried hours that had failed and did not try again by themselves for a while
   */
  record Drained(List<String> stuck, int retried) {}

  Drained run(DatasetLook look) throws InterruptedException {
    List<String> stuck = new ArrayList<>();
    says.accept("healed; the spill drains");
    if (Patience.after(SPILL, () -> spilled() == 0).isEmpty()) {
      stuck.add("The collector's spill was not empty after " + SPILL.toSeconds() + " s.");
    }
    long records = look.inKafka();
    says.accept(String.format("%,d records in Kafka; they land", records));
    if (Patience.after(LANDING, () -> look.landed() >= records).isEmpty()) {
      stuck.add("Of " + records + " records in Kafka " + look.landed() + " have landed.");
    }
    says.accept("landed; hours are published");
    int retried = 0;
    if (Patience.after(BY_ITSELF, () -> isArchived(look)).isEmpty()) {
      retried = retry();
      Patience.after(PUBLISHING, () -> isArchived(look));
    }
    for (PartitionSummary p : look.partitions()) {
      if (p.standing() != Standing.ARCHIVED) {
        stuck.add(p.partition() + " is stuck: " + p.standing() + ". " + look.waitsFor(p));
      }
    }
    return new Drained(stuck, retried);
  }

  private int retry() throws InterruptedException {
    try {
      return operator.retryAll();
    } catch (IOException e) {
      // What is stuck then is told.
      return 0;
    }
  }

  private boolean isArchived(DatasetLook look) throws IOException, InterruptedException {
    List<PartitionSummary> all = look.partitions();
    operator.releaseAll();
    for (PartitionSummary p : all) {
      // A clock that was ahead made hours that have not begun; nobody need wait for them. Those
      // that are over must close by themselves.
      boolean over = !p.partition().end(look.dataset().granularity()).isAfter(clock.instant());
      if (p.standing() == Standing.OPEN && !over) {
        operator.close(p.partition().toString());
      }
    }
    return all.stream().allMatch(p -> p.standing() == Standing.ARCHIVED);
  }

  private double spilled() throws IOException, InterruptedException {
    String name = "tidemark_collector_spill_records ";
    HttpRequest ask =
        HttpRequest.newBuilder(Addresses.http(cluster.addresses().collector()).resolve("/metrics"))
            .timeout(Duration.ofSeconds(5))
            .build();
    return HttpClient.newHttpClient()
        .send(ask, BodyHandlers.ofString())
        .body()
        .lines()
        .filter(l -> l.startsWith(name))
        .mapToDouble(l -> Double.parseDouble(l.substring(name.length())))
        .findFirst()
        .orElseThrow();
  }
}
