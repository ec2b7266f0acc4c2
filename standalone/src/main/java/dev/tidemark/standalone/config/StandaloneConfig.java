package dev.tidemark.standalone.config;

import dev.tidemark.landing.config.Section;
import java.nio.file.Path;

/**
 * The section {@code standalone}.
 *
 * @param dataDirectory of the embedded Kafka and HDFS
 * @param topicPartitions of the topics that are made at the first start
 */
public record StandaloneConfig(Path dataDirectory, int topicPartitions) {

  public static StandaloneConfig read(Section root) {
    Section section = root.section("standalone");
    StandaloneConfig config =
        new StandaloneConfig(
            section.path("data-dir", "data/standalone"),
            section.integer("topic-partitions", 3, 1, 1000));
    section.rejectUnknown();
    return config;
  }
}
