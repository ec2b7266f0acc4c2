package dev.tidemark.collector;

import dev.tidemark.collector.config.CollectorConfig;
import dev.tidemark.landing.config.ConfigFile;
import dev.tidemark.landing.config.KafkaConfig;
import dev.tidemark.landing.config.Problems;
import java.time.Clock;
import java.util.List;
import java.util.Map;

/** Collectors as their configuration files make them. */
final class Configs {
  private Configs() {}

  /**
   * Starts a collector.
   *
   * @param settings lines of the section {@code collector}, besides the port
   */
  static Collector started(String bootstrapServers, Clock clock, String... settings) {
    String yaml =
        "kafka: {bootstrap.servers: \""
            + bootstrapServers
            + "\"}\ncollector:\n  port: 0\n  "
            + String.join("\n  ", settings);
    Problems problems = new Problems();
    ConfigFile file = ConfigFile.parse(yaml, "test", Map.of(), List.of());
    KafkaConfig kafka = KafkaConfig.read(file.root(problems));
    CollectorConfig config = CollectorConfig.read(file.root(problems));
    problems.throwIfAny();
    Collector collector = Collector.wire(kafka, config, clock);
    collector.start();
    return collector;
  }
}
