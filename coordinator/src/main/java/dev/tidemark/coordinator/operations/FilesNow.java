package dev.tidemark.coordinator.operations;

import dev.tidemark.landing.GenerationId;
import dev.tidemark.landing.LandingZone;
import dev.tidemark.landing.log.Generation;
import dev.tidemark.landing.log.PartitionState;
import java.util.HashMap;
import java.util.Map;

/**
 * Where the files of a partition stand now. What was written while it was processed names the
 * directory that they were read from, and they have moved on since.
 */
final class FilesNow {
  private final Map<String, String> directories = new HashMap<>();

  FilesNow(PartitionState p) {
    for (Generation g : p.generations().values()) {
      GenerationId id = g.id();
      String now = directory(g);
      directories.put(LandingZone.landing(id), now);
      directories.put(LandingZone.stage(id), now);
      directories.put(LandingZone.archive(id), now);
    }
  }

  /** Where a file stands that was elsewhere; where it stood last if retention removed it. */
  String of(String file) {
    int name = file.lastIndexOf('/') + 1;
    String then = file.substring(0, Math.max(0, name - 1));
    return directories.containsKey(then)
        ? directories.get(then) + "/" + file.substring(name)
        : file;
  }

  /** Relative to the root. */
  static String directory(Generation g) {
    return switch (g.step()) {
      case OPEN, CLOSED -> LandingZone.landing(g.id());
      case STAGED -> LandingZone.stage(g.id());
      case ARCHIVED -> LandingZone.archive(g.id());
    };
  }
}
