package dev.tidemark.batch.config;

import dev.tidemark.landing.config.Section;
import java.nio.file.Path;

/**
 * Section {@code batch}: how a closed partition is processed.
 *
 * @param eventTypesDir directory with the declarations of event types, {@code *.yaml}
 * @param targetFileSize bytes that an output file should have, roughly
 * @param shufflePartitions tasks of the search for repeated events
 * @param ip what the output keeps of the clients' addresses
 * @param submit the applications of an engine that has some
 */
public record BatchConfig(
    Engine engine,
    Path eventTypesDir,
    long targetFileSize,
    int shufflePartitions,
    IpPolicy ip,
    SubmitConfig submit) {

  private static final long MIB = 1 << 20;

  public static BatchConfig read(Section root) {
    Section section = root.section("batch");
    BatchConfig config =
        new BatchConfig(
            section.choice("engine", Engine.EMBEDDED),
            section.path("event-types-dir", "conf/events"),
            section.bytes("target-file-size", 128 * MIB),
            section.integer("shuffle-partitions", 2, 1, 100_000),
            section.choice("ip", IpPolicy.KEEP),
            SubmitConfig.read(section));
    if (config.targetFileSize < MIB) {
      section.problem("target-file-size", "must be at least 1 MiB", config.targetFileSize + " B");
    }
    section.rejectUnknown();
    return config;
  }
}
