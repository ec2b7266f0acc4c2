package dev.tidemark.standalone.chaos;

import dev.tidemark.coordinator.operations.PartitionSummary;
import dev.tidemark.embedded.ChildJvm;
import dev.tidemark.landing.LandingZone;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** One run of the suite, from an empty directory to a report. */
final class ChaosRun {
  private static final Duration AUDIT = Duration.ofMinutes(2);

  private static final long LEFT_BY_NONE = 20;
  private static final long LEFT_BY_ONE = 5;

  private final ChaosPlan plan;
  private final Clock clock;
  private final Consumer<String> says;

  /**
   * Does nothing yet.
   *
   * @param says is told how it goes, from any thread
   */
  ChaosRun(ChaosPlan plan, Clock clock, Consumer<String> says) {
    this.plan = plan;
    this.clock = clock;
    this.says = says;
  }

  /** Runs it; when this returns, or throws, every process is gone. */
  Report run() throws Exception {
    long begun = System.nanoTime();
    Script script = Script.of(plan.seed(), plan.faultsFor(), plan.kinds());
    ClusterFiles files =
        new ClusterFiles(plan.directory().toAbsolutePath(), plan.home().toAbsolutePath());
    try (Cluster cluster = new Cluster(files, plan.partitionTime());
        Ledger ledger = new Ledger(files.directory().resolve("acknowledged.txt"));
        Processes processes = new Processes(cluster.members());
        LogWatch log = new LogWatch(cluster)) {
      List<Outcome> outcomes = underFire(cluster, script, ledger, log);
      Evidence evidence = gather(cluster, processes, ledger, outcomes);
      return report(cluster, evidence, log, Duration.ofNanos(System.nanoTime() - begun));
    }
  }

  private static List<CoordinatorApi> coordinators(Cluster cluster) {
    return Stream.of(
            cluster.addresses().firstCoordinator(), cluster.addresses().secondCoordinator())
        .map(port -> new CoordinatorApi(Addresses.http(port)))
        .toList();
  }

  private List<Outcome> underFire(Cluster cluster, Script script, Ledger ledger, LogWatch log)
      throws Exception {
    says.accept("eight processes start");
    cluster.start();
    List<CoordinatorApi> coordinators = coordinators(cluster);
    Operator operator = new Operator(coordinators);
    Faults faults = new Faults(cluster, operator);
    try (Load load =
        new Load(Addresses.http(cluster.addresses().collector()), ledger, plan.seed(), clock)) {
      Patience.until("something has landed", Patience.START, () -> log.isLandedSince(1));
      Patience.until("events are accepted", Patience.START, () -> ledger.acknowledgedCount() > 0);
      says.accept(script.faults().size() + " faults come");
      List<Outcome> outcomes =
          new FaultRun(
                  faults,
                  new Recovery(ledger, log, coordinators),
                  kind ->
                      says.accept(
                          String.format(
                              "%,d events acknowledged; %s", ledger.acknowledgedCount(), kind)))
              .run(script);
      Patience.until(
          "everything is healed",
          Patience.START,
          () -> {
            faults.healEverything();
            return true;
          });
      load.stop();
      return outcomes;
    }
  }

  private Evidence gather(
      Cluster cluster, Processes processes, Ledger ledger, List<Outcome> outcomes)
      throws Exception {
    DatasetLook look = new DatasetLook(cluster, clock);
    Drain.Drained drained =
        new Drain(cluster, new Operator(coordinators(cluster)), clock, says).run(look);
    says.accept("drained; every event is looked for");
    Evidence.Audit audit = audit(cluster);
    List<PartitionSummary> partitions = look.partitions();
    Places places = new Places(cluster, look.files());
    List<Place> published = places.published();
    List<Place> quarantined = places.quarantined(partitions);
    List<String> rejected = places.rejected();
    List<Evidence.Leftovers> leftovers = leftovers(cluster, places, outcomes.size());
    processes.close();
    cluster.close();
    return new Evidence(
        ledger.entries(),
        published,
        quarantined,
        rejected,
        audit,
        drained.stuck(),
        drained.retried(),
        outcomes,
        processes.most(),
        leftovers,
        processes.alive());
  }

  /** One that is killed may leave what it was writing: files are bounded by faults, not by time. */
  private static List<Evidence.Leftovers> leftovers(Cluster cluster, Places places, int faults)
      throws IOException {
    long most = LEFT_BY_NONE + LEFT_BY_ONE * faults;
    try (Stream<Path> temporary = Files.walk(cluster.files().temporary())) {
      return List.of(
          leftover(places, LandingZone.inflightRoot(), LEFT_BY_NONE),
          leftover(places, "final/.staging", LEFT_BY_NONE),
          leftover(places, LandingZone.temporaryDirectory(), most),
          new Evidence.Leftovers(
              "java.io.tmpdir", temporary.filter(Files::isRegularFile).count(), most));
    }
  }

  private static Evidence.Leftovers leftover(Places places, String area, long most)
      throws IOException {
    return new Evidence.Leftovers(area, places.countFiles(area), most);
  }

  private static Evidence.Audit audit(Cluster cluster) throws IOException {
    try (ChildJvm command = cluster.command("audit")) {
      int exitCode = command.awaitExit(AUDIT);
      return new Evidence.Audit(exitCode, command.output());
    }
  }

  private Report report(Cluster cluster, Evidence evidence, LogWatch log, Duration took)
      throws IOException {
    SortedMap<String, List<Integer>> ended = new TreeMap<>();
    cluster.members().stream()
        .filter(m -> !m.ends().isEmpty())
        .forEach(m -> ended.put(m.name(), m.ends()));
    Report report =
        new Report(
            plan.seed(),
            plan.faultsFor(),
            plan.partitionTime(),
            Recovered.of(evidence.outcomes()),
            ended,
            Report.counts(evidence, log),
            evidence.usage(),
            evidence.leftovers(),
            took.toSeconds(),
            plan.directory().toString(),
            Verdict.of(evidence).findings());
    Files.writeString(plan.directory().resolve("report.txt"), ReportText.of(report));
    return report;
  }
}
