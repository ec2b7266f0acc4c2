package dev.tidemark.landing.log;

import dev.tidemark.landing.GenerationId;
import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.LandingJson;
import dev.tidemark.landing.LandingZone;
import dev.tidemark.landing.Manifest;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.fs.LandingFileSystem;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The records of partitions that left the state, below {@code _landing/partitions}. A record is
 * named by the version that it folds and created once; of several the highest counts, for one may
 * have been written by an actor that then lost the race to let the partition leave.
 */
public final class PartitionRecords {
  private static final String SUFFIX = ".json";

  private final LandingFileSystem files;

  public PartitionRecords(LandingFileSystem files) {
    this.files = files;
  }

  /**
   * The newest record of a partition. Only to be believed as the truth while the partition is not
   * in the state.
   */
  public Optional<PartitionRecord> latest(PartitionId partition) {
    return asOf(partition, Long.MAX_VALUE);
  }

  /** A partition as of a state: as the state has it, with what its record adds, or its record. */
  public Optional<PartitionState> find(LandingState state, PartitionId id) {
    Optional<PartitionState> known = state.partition(id);
    if (known.isPresent() && !known.get().lacksBase()) {
      return known;
    }
    // One who lost the race to skip an hour may have left a record of it.
    if (known.isEmpty() && !state.isClosed(id)) {
      return Optional.empty();
    }
    Optional<PartitionRecord> record = asOf(id, state.version());
    return known.isPresent()
        ? record.map(r -> known.get().withBase(r.base())).or(() -> known)
        : record.map(PartitionRecord::state);
  }

  /**
   * What an entry has to say of a partition, where the state does not know what its record holds.
   */
  public Optional<LogEntry.Base> base(LandingState state, PartitionId id) {
    return state.partition(id).filter(p -> !p.lacksBase()).isPresent()
        ? Optional.empty()
        : latest(id).map(PartitionRecord::base);
  }

  private Optional<PartitionRecord> asOf(PartitionId partition, long newest) {
    try {
      return files.list(LandingZone.records(partition)).stream()
          .filter(e -> !e.directory() && e.name().endsWith(SUFFIX))
          .map(e -> Long.parseLong(e.name().substring(0, e.name().length() - SUFFIX.length())))
          .filter(version -> version <= newest)
          .max(Comparator.naturalOrder())
          .map(version -> read(partition, version));
    } catch (IOException e) {
      throw unavailable(partition, e);
    }
  }

  /** The record that an entry named. */
  public PartitionRecord read(PartitionId partition, long version) {
    String path = LandingZone.record(partition, version);
    try {
      return LandingJson.read(files.read(path), PartitionRecord.class, path);
    } catch (IOException e) {
      throw unavailable(partition, e);
    }
  }

  /**
   * The manifest of a generation. One that was archived before its partition came back has its
   * files in an earlier record.
   */
  public Manifest manifest(Generation generation) {
    Generation g = generation;
    while (g.record().isPresent()) {
      GenerationId id = g.id();
      g = read(id.partition(), g.record().get()).state().generations().get(id.number());
    }
    return g.manifest();
  }

  /** Every partition that has a record, in order. */
  public List<PartitionId> partitions() {
    return partitions("");
  }

  /**
   * The partitions from {@code from} until {@code to}, both included, that have a record, in order.
   * Only the days between are looked at.
   */
  public List<PartitionId> partitions(Optional<PartitionId> from, Optional<PartitionId> to) {
    return days().stream()
        .filter(day -> from.isEmpty() || day.compareTo(dayOf(from.get())) >= 0)
        .filter(day -> to.isEmpty() || day.compareTo(dayOf(to.get())) <= 0)
        .flatMap(day -> partitions(day).stream())
        .filter(id -> from.isEmpty() || id.compareTo(from.get()) >= 0)
        .filter(id -> to.isEmpty() || id.compareTo(to.get()) <= 0)
        .toList();
  }

  private static String dayOf(PartitionId partition) {
    String directory = partition.directory();
    return directory.substring(0, directory.indexOf('/'));
  }

  /** Directories of the days that have records, in order: {@code dt=2026-08-22}. */
  public List<String> days() {
    try {
      return files.list(LandingZone.recordsRoot()).stream()
          .filter(LandingFileSystem.Entry::directory)
          .map(LandingFileSystem.Entry::name)
          .toList();
    } catch (IOException e) {
      throw new LandingException.Unavailable(
          "The partition records cannot be listed: " + e.getMessage(), e);
    }
  }

  /** The partitions of one of these days that have a record, in order. */
  public List<PartitionId> partitions(String day) {
    List<PartitionId> found = new ArrayList<>();
    try {
      collect(day, found);
    } catch (IOException e) {
      throw new LandingException.Unavailable(
          "The partition records cannot be listed: " + e.getMessage(), e);
    }
    return found;
  }

  private void collect(String below, List<PartitionId> found) throws IOException {
    String directory = LandingZone.recordsRoot() + (below.isEmpty() ? "" : "/" + below);
    List<LandingFileSystem.Entry> entries = files.list(directory);
    if (entries.stream().anyMatch(e -> !e.directory())) {
      PartitionId.ofDirectory(below).ifPresent(found::add);
    }
    for (LandingFileSystem.Entry e : entries) {
      if (e.directory()) {
        collect(below.isEmpty() ? e.name() : below + "/" + e.name(), found);
      }
    }
  }

  /** Writes a record; one that exists under its name says the same and is left alone. */
  void write(PartitionRecord record) {
    String target = LandingZone.record(record.partition(), record.version());
    String temporary = LandingZone.temporary("record-" + UUID.randomUUID() + SUFFIX);
    try {
      if (files.stat(target).isPresent()) {
        return;
      }
      files.makeDirectories(LandingZone.temporaryDirectory());
      files.makeDirectories(LandingZone.parent(target));
      files.writeOrRemove(temporary, LandingJson.write(record));
      if (files.rename(temporary, target) != LandingFileSystem.Renamed.DONE) {
        files.deleteFile(temporary);
        if (files.stat(target).isEmpty()) {
          throw new IOException(target + " could not be created");
        }
      }
    } catch (IOException e) {
      throw unavailable(record.partition(), e);
    }
  }

  private static LandingException.Unavailable unavailable(PartitionId partition, IOException e) {
    return new LandingException.Unavailable(
        "The records of " + partition + " cannot be reached: " + e.getMessage(), e);
  }
}
