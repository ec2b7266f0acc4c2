package dev.tidemark.collector.config;

import dev.tidemark.landing.config.Section;
import java.nio.file.Path;

/**
 * The section {@code collector.spill}: where events are kept that Kafka does not take.
 *
 * @param directory one for each collector; made if it is not there
 * @param maxBytes most that is kept, in bytes of records; 0 keeps nothing
 */
public record SpillConfig(Path directory, long maxBytes) {
  private static final long GIB = 1024L * 1024 * 1024;

  static SpillConfig read(Section section) {
    SpillConfig config =
        new SpillConfig(section.path("dir", "data/spill"), section.bytes("max-bytes", GIB));
    section.rejectUnknown();
    return config;
  }

  public boolean isOn() {
    return maxBytes > 0;
  }
}
