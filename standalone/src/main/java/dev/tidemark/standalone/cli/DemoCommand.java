package dev.tidemark.standalone.cli;

import dev.tidemark.coordinator.operations.PartitionSummary;
import dev.tidemark.embedded.Ports;
import dev.tidemark.landing.Counted;
import dev.tidemark.landing.LandingZone;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.config.ConfigFile;
import dev.tidemark.landing.config.ConfigSource;
import dev.tidemark.standalone.DataDirectory;
import dev.tidemark.standalone.Pipeline;
import dev.tidemark.standalone.config.Installation;
import dev.tidemark.standalone.config.PipelineConfig;
import dev.tidemark.standalone.demo.Balance;
import dev.tidemark.standalone.demo.EventFile;
import dev.tidemark.standalone.demo.EventSender;
import dev.tidemark.standalone.demo.KafkaCount;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The whole pipeline on sample events, from an HTTP request to rows in Parquet, in about two
 * minutes.
 */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    description =
        "Sends sample events through the whole pipeline and shows where each of them ended.")
final class DemoCommand implements Callable<Integer> {
  private static final int SECONDS_OF_SENDING = 20;
  private static final long LOOK_MILLIS = 500;

  private final ConfigSource source;
  private final Installation installation;
  @Spec private CommandSpec spec;

  @Option(
      names = "--events",
      paramLabel = "FILE",
      description = "Events of your own: CSV with a header row, or one JSON object a line.")
  private Path events;

  @Option(
      names = "--exit",
      description = "Stops at the end; exit code 0 only if every number adds up.")
  private boolean exit;

  DemoCommand(ConfigSource source, Installation installation) {
    this.source = source;
    this.installation = installation;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    EventFile file = events == null ? EventFile.sample() : EventFile.of(events);
    long count = count(file);
    ConfigFile preset = demoConfig();
    PrintWriter out = spec.commandLine().getOut();
    StatusLine status = new StatusLine(out, installation.isTerminal());
    out.printf(
        "Tidemark demo: %s by HTTP -> Kafka -> HDFS -> Parquet, all in this process.%n",
        Counted.of(count, "event"));
    status.show("starting Kafka, HDFS and Spark");
    try (DataDirectory directory = emptied(installation.home().resolve("data/demo"))) {
      return show(directory, ConsoleAccess.of(preset, directory), file, count, status, out);
    }
  }

  private int show(
      DataDirectory directory,
      ConsoleAccess console,
      EventFile file,
      long count,
      StatusLine status,
      PrintWriter out)
      throws InterruptedException {
    ConfigFile config = console.config();
    try (RunningPipeline running =
        RunningPipeline.start(
            PipelineConfig.read(config), directory, config.toYaml(), Clock.systemUTC())) {
      status.end(
          "everything runs; the collector listens on http://127.0.0.1:"
              + running.get().collectorPort()
              + ", the console is at "
              + running.get().consoleAddress());
      boolean wellDone = run(running.get(), PipelineConfig.read(config), file, count, status, out);
      DemoReport report = new DemoReport(out, running.get(), installation);
      report.printWhereToLook();
      if (exit) {
        report.say(
            "Next      './tidemark standalone' keeps a pipeline up; './tidemark --help' lists the commands");
      } else {
        report.printWhatToTry(directory, console);
        out.println("Everything stays up until Ctrl-C.");
        out.flush();
        running.awaitEnd();
      }
      return wellDone ? 0 : 1;
    }
  }

  private static long count(EventFile file) {
    try (Stream<byte[]> all = file.events()) {
      return all.count();
    }
  }

  private ConfigFile demoConfig() throws IOException {
    return source
        .load()
        .preset(
            List.of(
                "kafka.bootstrap.servers=127.0.0.1:" + Ports.free(),
                "datasets.0.root=hdfs://127.0.0.1:" + Ports.free() + "/tidemark/events",
                "datasets.0.granularity=PT1M",
                "datasets.0.delay=PT4S",
                "datasets.0.grace=PT5S",
                "datasets.0.late-quiet=PT10S",
                "datasets.0.late-longest-wait=PT30S",
                "collector.port=" + Ports.free(),
                "collector.drain-delay=PT0S",
                "collector.spill.max-bytes=0",
                "ingest.trigger=PT2S",
                "ingest.spark-master=local[2]",
                "ingest.settling=PT4S",
                "ingest.lease=PT10S",
                "coordinator.schedule=* * * * * ?",
                "coordinator.lease=PT10S",
                "coordinator.backoff=PT5S"));
  }

  /** The demo begins with nothing each time, in a directory of its own. */
  private static DataDirectory emptied(Path directory) throws IOException {
    DataDirectory taken = DataDirectory.take(directory);
    for (String part : List.of("kafka", "hdfs", "spark", "warehouse")) {
      Path path = directory.resolve(part);
      if (Files.exists(path)) {
        try (Stream<Path> paths = Files.walk(path)) {
          for (Path p : paths.sorted(Comparator.reverseOrder()).toList()) {
            Files.deleteIfExists(p);
          }
        }
      }
    }
    return taken;
  }

  private boolean run(
      Pipeline pipeline,
      PipelineConfig config,
      EventFile file,
      long count,
      StatusLine status,
      PrintWriter out)
      throws InterruptedException {
    Pipeline.View view = pipeline.views().get(0);
    EventSender sender =
        new EventSender(
            URI.create("http://127.0.0.1:" + pipeline.collectorPort()),
            Math.max(50, count / SECONDS_OF_SENDING));
    CompletableFuture<Void> sending = new CompletableFuture<>();
    Thread thread = new Thread(() -> send(sender, file, sending), "sender");
    thread.setDaemon(true);
    thread.start();
    List<PartitionSummary> partitions;
    do {
      Thread.sleep(LOOK_MILLIS);
      if (pipeline.failure().isPresent()) {
        throw new IllegalStateException("The stream died", pipeline.failure().get());
      }
      partitions = withRows(view);
      status.show(progress(sender, count, partitions));
    } while (!sending.isDone() || !isCarriedThrough(sender, partitions));
    sending.join();
    status.end(progress(sender, count, partitions));
    List<Balance> balances = balances(view, config, partitions);
    DemoReport report = new DemoReport(out, pipeline, installation);
    report.printBalances(balances);
    boolean wellDone = isWellDone(sender, balances);
    if (sender.rejected() > 0) {
      report.say(
          String.format(
              "The collector rejected %s one by one; each is in topic '%s' with its reason.",
              Counted.of(sender.rejected(), "event"), config.collector().rejectedTopic()));
    }
    report.say(
        wellDone
            ? "Every number adds up."
            : "THE NUMBERS DO NOT ADD UP: please report this, with the log.");
    report.printRows(partitions);
    return wellDone;
  }

  private static void send(EventSender sender, EventFile file, CompletableFuture<Void> sending) {
    try {
      sender.send(file);
      sending.complete(null);
    } catch (IOException | InterruptedException | RuntimeException e) {
      sending.completeExceptionally(e);
    }
  }

  private static List<PartitionSummary> withRows(Pipeline.View view) {
    return view.operations().partitions(Optional.empty(), Optional.empty()).stream()
        .filter(p -> p.landed() > 0)
        .toList();
  }

  private static boolean isCarriedThrough(EventSender sender, List<PartitionSummary> partitions) {
    return partitions.stream().mapToLong(PartitionSummary::landed).sum() >= sender.accepted()
        && partitions.stream().allMatch(p -> p.standing() == PartitionSummary.Standing.ARCHIVED);
  }

  private static String progress(
      EventSender sender, long count, List<PartitionSummary> partitions) {
    long landed = partitions.stream().mapToLong(PartitionSummary::landed).sum();
    long published =
        partitions.stream().mapToLong(p -> p.out() + p.duplicates() + p.quarantined()).sum();
    Map<String, Long> standing = new LinkedHashMap<>();
    for (PartitionSummary p : partitions) {
      standing.merge(p.standing().name().toLowerCase(java.util.Locale.ROOT), 1L, Long::sum);
    }
    StringBuilder minutes = new StringBuilder();
    standing.forEach(
        (s, n) ->
            minutes.append(minutes.length() == 0 ? "" : ", ").append(n).append(' ').append(s));
    return String.format(
        "sent %,d/%,d   landed %,d   published %,d   minutes: %s",
        sender.sent(), count, landed, published, minutes.length() == 0 ? "none yet" : minutes);
  }

  private static List<Balance> balances(
      Pipeline.View view, PipelineConfig config, List<PartitionSummary> partitions) {
    Map<PartitionId, Long> published = new TreeMap<>();
    partitions.forEach(
        p ->
            published.put(
                p.partition(), view.processing().rows(LandingZone.published(p.partition()))));
    return Balance.of(
        new KafkaCount(config.kafka().clientSettings())
            .byPartition(view.dataset().topics(), view.dataset().granularity()),
        partitions,
        published);
  }

  /** Everything acknowledged is in Kafka, and nothing else but what a retry may have sent twice. */
  private static boolean isWellDone(EventSender sender, List<Balance> balances) {
    if (balances.isEmpty()) {
      return sender.accepted() == 0;
    }
    long inKafka = Balance.total(balances).kafka();
    return balances.stream().allMatch(Balance::addsUp)
        && inKafka >= sender.accepted()
        && inKafka <= sender.accepted() + sender.repeated();
  }
}
