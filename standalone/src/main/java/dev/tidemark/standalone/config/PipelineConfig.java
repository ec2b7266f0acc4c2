package dev.tidemark.standalone.config;

import dev.tidemark.batch.config.BatchConfig;
import dev.tidemark.collector.config.CollectorConfig;
import dev.tidemark.coordinator.config.ApiConfig;
import dev.tidemark.coordinator.config.CoordinatorConfig;
import dev.tidemark.coordinator.config.NotifyConfig;
import dev.tidemark.ingest.config.IngestConfig;
import dev.tidemark.landing.config.ConfigFile;
import dev.tidemark.landing.config.DatasetConfig;
import dev.tidemark.landing.config.HadoopConfig;
import dev.tidemark.landing.config.KafkaConfig;
import dev.tidemark.landing.config.Problems;
import dev.tidemark.landing.config.Section;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** Everything that the whole pipeline in one process needs to know. */
public record PipelineConfig(
    KafkaConfig kafka,
    List<DatasetConfig> datasets,
    CollectorConfig collector,
    IngestConfig ingest,
    BatchConfig batch,
    List<CoordinatorConfig> coordinators,
    List<NotifyConfig> targets,
    Optional<ApiConfig> api,
    StandaloneConfig standalone) {

  private static final Set<String> HERE = Set.of("localhost", "127.0.0.1", "[::1]");

  public PipelineConfig {
    datasets = List.copyOf(datasets);
    coordinators = List.copyOf(coordinators);
    targets = List.copyOf(targets);
  }

  /**
   * Reads the whole file, with values that suit one machine where it says nothing.
   *
   * @throws dev.tidemark.landing.config.ConfigException with every problem
   */
  public static PipelineConfig read(ConfigFile file) {
    Problems problems = new Problems();
    Section root = file.root(problems);
    PipelineConfig config =
        new PipelineConfig(
            KafkaConfig.read(root),
            DatasetConfig.readAll(root),
            CollectorConfig.read(root),
            IngestConfig.read(root),
            BatchConfig.read(root),
            CoordinatorConfig.readAll(root),
            NotifyConfig.readAll(root),
            ApiConfig.read(root),
            StandaloneConfig.read(root));
    // Its HDFS is its own, and asks for no log-in.
    HadoopConfig.read(root);
    root.rejectUnknown();
    if (config.kafkaPort().isEmpty()) {
      root.problem(
          "kafka.bootstrap.servers",
          "must be one localhost:PORT here, for this program brings its own Kafka",
          config.kafka.bootstrapServers());
    }
    if (config.hdfsPort().isEmpty()) {
      root.problem(
          "datasets[0].root",
          "must be hdfs://localhost:PORT/… here, the same port in every dataset, for this program brings"
              + " its own HDFS",
          config.datasets.isEmpty() ? "nothing" : config.datasets.get(0).root());
    }
    problems.throwIfAny();
    return config;
  }

  /** The same file for one machine: quick, and small. */
  public static ConfigFile forOneMachine(ConfigFile file, int datasets) {
    List<String> defaults =
        new ArrayList<>(
            List.of(
                "collector.drain-delay=PT0S",
                // Kafka is in this process and on this disk: where it is not, there is no spill.
                "collector.spill.max-bytes=0",
                "ingest.trigger=PT5S",
                "ingest.spark-master=local[2]",
                "ingest.settling=PT4S",
                "ingest.lease=PT10S",
                "coordinator.schedule=0/2 * * * * ?",
                "coordinator.lease=PT10S",
                "coordinator.backoff=PT5S"));
    for (int i = 0; i < datasets; i++) {
      defaults.add("datasets." + i + ".delay=PT4S");
      defaults.add("datasets." + i + ".grace=PT5S");
      defaults.add("datasets." + i + ".late-quiet=PT10S");
      defaults.add("datasets." + i + ".late-longest-wait=PT30S");
    }
    return file.withDefaults(defaults);
  }

  public OptionalInt kafkaPort() {
    int colon = kafka.bootstrapServers().lastIndexOf(':');
    return colon > 0 && HERE.contains(kafka.bootstrapServers().substring(0, colon))
        ? port(kafka.bootstrapServers().substring(colon + 1))
        : OptionalInt.empty();
  }

  public OptionalInt hdfsPort() {
    List<URI> roots = datasets.stream().map(DatasetConfig::root).toList();
    boolean one =
        roots.stream().map(URI::getPort).distinct().count() == 1
            && roots.stream()
                .allMatch(r -> "hdfs".equals(r.getScheme()) && HERE.contains(r.getHost()));
    return one && roots.get(0).getPort() > 0
        ? OptionalInt.of(roots.get(0).getPort())
        : OptionalInt.empty();
  }

  private static OptionalInt port(String text) {
    return text.matches("\\d{1,5}") ? OptionalInt.of(Integer.parseInt(text)) : OptionalInt.empty();
  }
}
