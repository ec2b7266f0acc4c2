package dev.tidemark.coordinator.audit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.tidemark.coordinator.audit.AuditReport.Finding;
import dev.tidemark.landing.Counted;
import dev.tidemark.landing.GenerationId;
import dev.tidemark.landing.LandedFile;
import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.LandingZone;
import dev.tidemark.landing.Manifest;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.log.Generation;
import dev.tidemark.landing.log.Journal;
import dev.tidemark.landing.log.LandingState;
import dev.tidemark.landing.log.PartitionState;
import dev.tidemark.landing.log.Publication;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Whether a partition's files are where the log says. The pipeline may move them while this looks,
 * so what seems wrong is looked at again as long as the log says something new of the partition.
 */
final class PartitionFiles {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final int LOOKS = 10;

  private final Journal journal;
  private final LandingFileSystem files;

  PartitionFiles(Journal journal, LandingFileSystem files) {
    this.journal = journal;
    this.files = files;
  }

  void check(
      LandingState state, PartitionState partition, List<Finding> findings, List<Finding> notes) {
    PartitionState seen = partition;
    LandingState at = state;
    boolean isWrong = false;
    for (int look = 0; look < LOOKS; look++) {
      List<Finding> wrong = new ArrayList<>();
      List<Finding> harmless = new ArrayList<>();
      look(at, seen, wrong, harmless);
      at = journal.refresh();
      Optional<PartitionState> now = journal.records().find(at, partition.id());
      isWrong = !wrong.isEmpty();
      boolean unchanged = now.equals(Optional.of(seen));
      if (isWrong ? unchanged : harmless.isEmpty() || (unchanged && !isAboutToGrow(at, seen))) {
        findings.addAll(wrong);
        notes.addAll(harmless);
        return;
      }
      seen = now.orElse(seen);
    }
    if (isWrong) {
      notes.add(
          new Finding(partition.id().toString(), "its files move faster than they are looked at"));
    }
  }

  /** Then files that no manifest names may be those of the intent. */
  private static boolean isAboutToGrow(LandingState state, PartitionState partition) {
    return partition.generations().values().stream().anyMatch(g -> state.isNamedByPending(g.id()));
  }

  private void look(
      LandingState state, PartitionState partition, List<Finding> wrong, List<Finding> harmless) {
    try {
      for (Generation generation : partition.generations().values()) {
        if (!state.isNamedByPending(generation.id())
            && !partition.expiredGenerations().contains(generation.id().number())) {
          look(generation, wrong, harmless);
        }
      }
      if (partition.publication().isPresent()
          && partition.intended().isEmpty()
          && !partition.isFinalExpired()) {
        look(partition.id(), partition.publication().get(), wrong);
      }
    } catch (IOException e) {
      throw new LandingException.Unavailable(
          "The files of " + partition.id() + " cannot be looked at: " + e.getMessage(), e);
    }
  }

  private void look(Generation generation, List<Finding> wrong, List<Finding> harmless)
      throws IOException {
    Manifest manifest = journal.records().manifest(generation);
    Map<String, Long> found = new HashMap<>();
    for (String directory : directories(generation)) {
      for (LandingFileSystem.Entry e : files.list(directory)) {
        if (!e.directory() && !e.name().startsWith("_") && !e.name().startsWith(".")) {
          found.put(e.name(), e.length());
        }
      }
    }
    for (LandedFile file : manifest.files()) {
      Long length = found.remove(file.name());
      if (length == null || length != file.bytes()) {
        wrong.add(
            new Finding(
                generation.id().toString(),
                file.name()
                    + (length == null
                        ? " is missing in "
                        : " has "
                            + Counted.of(length, "byte")
                            + " instead of "
                            + file.bytes()
                            + " in ")
                    + String.join(" and ", directories(generation))));
      }
    }
    if (!found.isEmpty()) {
      harmless.add(
          new Finding(
              generation.id().toString(),
              Counted.of(found.size(), "file")
                  + (found.size() == 1 ? " is" : " are")
                  + " in no manifest and never processed, such as "
                  + found.keySet().iterator().next()));
    }
  }

  /** Each move is one rename and then an entry, so it may have been done already. */
  private static List<String> directories(Generation generation) {
    GenerationId id = generation.id();
    return switch (generation.step()) {
      case OPEN -> List.of(LandingZone.landing(id));
      case CLOSED -> List.of(LandingZone.landing(id), LandingZone.stage(id));
      case STAGED -> List.of(LandingZone.stage(id), LandingZone.archive(id));
      case ARCHIVED -> List.of(LandingZone.archive(id));
    };
  }

  private void look(PartitionId id, Publication publication, List<Finding> wrong)
      throws IOException {
    String directory = LandingZone.published(id);
    if (files.stat(directory + "/" + LandingZone.SUCCESS).isEmpty()) {
      wrong.add(new Finding(id.toString(), directory + " has no " + LandingZone.SUCCESS));
      return;
    }
    String path = directory + "/" + Manifest.FILE_NAME;
    try {
      JsonNode manifest = JSON.readTree(files.read(path));
      require(manifest, "attempt", publication.attempt(), id, path, wrong);
      require(manifest, "rows_out", publication.counts().out(), id, path, wrong);
      require(manifest, "duplicates", publication.counts().duplicates(), id, path, wrong);
      require(manifest, "quarantined", publication.counts().quarantined(), id, path, wrong);
    } catch (NoSuchFileException e) {
      wrong.add(new Finding(id.toString(), path + " is missing"));
    }
  }

  private static void require(
      JsonNode manifest,
      String key,
      Object said,
      PartitionId id,
      String path,
      List<Finding> wrong) {
    String found = manifest.path(key).asText();
    if (!found.equals(said.toString())) {
      wrong.add(
          new Finding(
              id.toString(),
              path + " says '" + key + "' is " + found + ", but the log published " + said));
    }
  }
}
