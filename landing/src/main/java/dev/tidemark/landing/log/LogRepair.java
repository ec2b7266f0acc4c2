package dev.tidemark.landing.log;

import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.fs.LandingFileSystem;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * Makes a log readable again that cannot be read to its end. The records of partitions hold, for
 * every partition that is archived, which offsets stand in it; so the new state has those as
 * landed, and everything else is read from Kafka again. Files of partitions that had no record yet
 * are put aside, for the log no longer says which of them count. Nothing is deleted.
 *
 * <p>The repair takes effect by one new checkpoint, of a version past every one that was used;
 * until that stands it can be stopped and begun again. No other program may run meanwhile: a
 * damaged log cannot say who holds a claim.
 */
public final class LogRepair {
  private final LandingFileSystem files;
  private final Clock clock;
  private final Checkpoints checkpoints;
  private final PartitionRecords records;

  public LogRepair(LandingFileSystem files, Clock clock) {
    this.files = files;
    this.clock = clock;
    this.checkpoints = new Checkpoints(files);
    this.records = new PartitionRecords(files);
  }

  /**
   * What a repair did.
   *
   * @param version of the new checkpoint
   * @param rebuilt whether the state was made from the records, so that records are read again
   * @param aside directories that were put aside, as they were called
   */
  public record Repaired(long version, boolean rebuilt, List<String> aside) {
    public Repaired {
      aside = List.copyOf(aside);
    }
  }

  /**
   * Looks how far the log can be read. Changes nothing.
   *
   * @throws LandingException.Unavailable if the file system does not answer
   */
  public LogDamage diagnose() {
    return new LogReading(files, checkpoints).diagnose();
  }

  /**
   * Repairs a log.
   *
   * @param created what the root is; used only if the log does not say it any more
   * @throws LandingException.Unavailable if the file system failed; begin again
   */
  public Repaired repair(LogDamage damage, Supplier<LogEntry.Created> created) {
    if (damage.isSound()) {
      throw new IllegalArgumentException("The log is sound");
    }
    try {
      List<String> aside = new ArrayList<>();
      LandingState state = damage.sound();
      if (!damage.isWhole()) {
        SortedMap<PartitionId, PartitionRecord> settled = settled();
        state = new RecordedState(files, records, settled, damage.sound()).rebuild(created);
        aside.addAll(new Unrecorded(files, settled).putAside());
      }
      long version = Math.max(damage.newest(), newestRecord()) + unseen(damage);
      LandingState repaired = at(state, version);
      checkpoints.write(repaired, clock.instant());
      return new Repaired(version, !damage.isWhole(), aside);
    } catch (IOException e) {
      throw new LandingException.Unavailable(
          "The repair was not finished: " + e.getMessage() + ". Begin it again.", e);
    }
  }

  /**
   * Versions left out. Generations and replaced revisions are named by versions, and no name may
   * occur again; without a log nobody knows how many versions followed the last record. With one,
   * some are left out all the same: an actor that slept wins versions right after the damage, and
   * must find this checkpoint ahead of it.
   */
  private static long unseen(LogDamage damage) {
    return damage.newest() < 0 ? 1_000_000 : 1_000;
  }

  private SortedMap<PartitionId, PartitionRecord> settled() {
    SortedMap<PartitionId, PartitionRecord> settled = new TreeMap<>();
    for (PartitionId id : records.partitions()) {
      records.latest(id).ifPresent(r -> settled.put(id, r));
    }
    return settled;
  }

  private long newestRecord() {
    return settled().values().stream().mapToLong(PartitionRecord::version).max().orElse(-1);
  }

  private static LandingState at(LandingState s, long version) {
    return new LandingState(
        version,
        Optional.of(UUID.randomUUID().toString()),
        s.created(),
        s.topics(),
        s.sources(),
        s.pending(),
        s.watermark(),
        s.closedThrough(),
        s.closedAhead(),
        s.partitions(),
        s.ingest());
  }
}
