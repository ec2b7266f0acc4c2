package dev.tidemark.landing.log;

import dev.tidemark.landing.Area;
import dev.tidemark.landing.LandingZone;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.fs.LandingFileSystem;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.UUID;

/** Puts what no record of a partition names out of the way; nothing is deleted. */
final class Unrecorded {
  private final LandingFileSystem files;
  private final SortedMap<PartitionId, PartitionRecord> settled;

  Unrecorded(LandingFileSystem files, SortedMap<PartitionId, PartitionRecord> settled) {
    this.files = files;
    this.settled = settled;
  }

  /**
   * Everything that no record names makes way for what will be read again.
   *
   * @return the directories that were moved, as they were called
   */
  List<String> putAside() throws IOException {
    String to = "_landing/damaged/" + UUID.randomUUID();
    List<String> aside = new ArrayList<>();
    for (Area area : Area.values()) {
      for (String directory : partitionDirectories(area)) {
        PartitionId id =
            PartitionId.ofDirectory(directory.substring(area.directory().length() + 1))
                .orElseThrow();
        Optional<PartitionState> known =
            Optional.ofNullable(settled.get(id)).map(PartitionRecord::state);
        for (String unnamed : unnamed(area, directory, known)) {
          putAside(unnamed, to + "/" + unnamed);
          aside.add(unnamed);
        }
      }
    }
    return aside;
  }

  private List<String> unnamed(Area area, String directory, Optional<PartitionState> known)
      throws IOException {
    if (area == Area.RAW || area == Area.FINAL) {
      // What is published of a recorded partition is published again from its archive.
      boolean isPublished = known.flatMap(PartitionState::publication).isPresent();
      return area == Area.FINAL && isPublished ? List.of() : List.of(directory);
    }
    List<String> unnamed = new ArrayList<>();
    for (LandingFileSystem.Entry e : files.list(directory)) {
      String path = directory + "/" + e.name();
      boolean named =
          area == Area.ARCHIVE
              && known
                  .filter(
                      p ->
                          p.generations().values().stream()
                              .map(g -> LandingZone.archive(g.id()))
                              .anyMatch(path::equals))
                  .isPresent();
      if (!named) {
        unnamed.add(path);
      }
    }
    return unnamed;
  }

  private void putAside(String from, String to) throws IOException {
    if (files.list(from).isEmpty()) {
      files.deleteEmptyDirectory(from);
      return;
    }
    files.makeDirectories(LandingZone.parent(to));
    LandingFileSystem.Renamed renamed = files.rename(from, to);
    if (renamed != LandingFileSystem.Renamed.DONE) {
      throw new IOException(from + " cannot be put aside: " + renamed);
    }
  }

  private List<String> partitionDirectories(Area area) throws IOException {
    List<String> found = new ArrayList<>();
    for (LandingFileSystem.Entry day : directories(area.directory())) {
      String dt = area.directory() + "/" + day.name();
      for (LandingFileSystem.Entry hour : directories(dt)) {
        String hr = dt + "/" + hour.name();
        List<LandingFileSystem.Entry> minutes =
            directories(hr).stream().filter(e -> e.name().startsWith("mi=")).toList();
        minutes.forEach(e -> found.add(hr + "/" + e.name()));
        if (minutes.isEmpty()) {
          found.add(hr);
        }
      }
    }
    found.removeIf(
        d -> PartitionId.ofDirectory(d.substring(area.directory().length() + 1)).isEmpty());
    return found;
  }

  private List<LandingFileSystem.Entry> directories(String directory) throws IOException {
    return files.list(directory).stream().filter(LandingFileSystem.Entry::directory).toList();
  }
}
