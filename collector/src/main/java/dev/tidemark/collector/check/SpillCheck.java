package dev.tidemark.collector.check;

import dev.tidemark.collector.config.CollectorConfig;
import dev.tidemark.collector.config.SpillConfig;
import dev.tidemark.landing.check.Check;
import dev.tidemark.landing.check.Finding;
import dev.tidemark.landing.config.ConfigFile;
import dev.tidemark.landing.config.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * Whether the spill of a collector on this host could be written, and has room. Makes no directory:
 * this need not be a collector's host.
 */
public final class SpillCheck implements Check {
  private static final long MIB = 1 << 20;

  /** What the spill leaves free, and what its database needs beside the records. */
  private static final long BESIDE = 200 * MIB;

  private final SpillConfig spill;

  public SpillCheck(SpillConfig spill) {
    this.spill = spill;
  }

  /** What the collector contributes. */
  public static List<Check> of(ConfigFile file) {
    return List.of(new SpillCheck(CollectorConfig.read(file.root(new Problems())).spill()));
  }

  @Override
  public String name() {
    return "collector: spill";
  }

  @Override
  public List<Finding> look() {
    if (!spill.isOn()) {
      return List.of(Finding.ok(name(), "It is off: events are refused while Kafka is away."));
    }
    Path directory = spill.directory().toAbsolutePath();
    Path there = directory;
    while (there.getParent() != null && !Files.exists(there)) {
      there = there.getParent();
    }
    if (!Files.isDirectory(there) || !Files.isWritable(there)) {
      return List.of(
          Finding.failure(
              name(),
              there + " cannot be written to, so that there is no spill in " + directory + ".",
              "Give the collector's user that directory, or set 'collector.spill.dir' to another."));
    }
    return List.of(room(directory, there));
  }

  private Finding room(Path directory, Path there) {
    try {
      long free = Files.getFileStore(there).getUsableSpace();
      long needed = spill.maxBytes() + BESIDE;
      return free >= needed || Files.exists(directory.resolve("CURRENT"))
          ? Finding.ok(name(), directory + " can be written to.")
          : Finding.warning(
              name(),
              String.format(
                  Locale.ROOT,
                  "%s has %,d MiB free; a full spill needs %,d MiB.",
                  directory,
                  free / MIB,
                  needed / MIB),
              "Give it a disk of its own with that room, or lower 'collector.spill.max-bytes'.");
    } catch (IOException e) {
      return Finding.failure(
          name(), there + " does not say what is free: " + e, "See whether its disk is well.");
    }
  }
}
