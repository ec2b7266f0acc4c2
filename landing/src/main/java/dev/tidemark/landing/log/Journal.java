package dev.tidemark.landing.log;

import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.fs.LandingFileSystem;
import java.time.Clock;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/**
 * One actor's view of the landing log: the newest state it has read, and appending by decision. A
 * decision is a function of the state; it is asked again whenever another actor's entry came first,
 * so it never acts on an old state. Safe for several threads of one actor.
 */
public final class Journal {
  private final LandingLog log;
  private final PartitionRecords records;
  private final Clock clock;
  private final String by;
  private LandingState state = LandingState.EMPTY;

  /**
   * The journal of a root.
   *
   * @param by who appends, for people: program, host, run
   */
  public static Journal of(LandingFileSystem files, Clock clock, String by) {
    return new Journal(new LandingLog(files), new PartitionRecords(files), clock, by);
  }

  /**
   * Reads nothing yet.
   *
   * @param by who appends, for people: program, host, run
   */
  public Journal(LandingLog log, PartitionRecords records, Clock clock, String by) {
    this.log = log;
    this.records = records;
    this.clock = clock;
    this.by = by;
  }

  /**
   * The state as of the newest entry.
   *
   * @throws IllegalEntryException if the log breaks its own rules
   */
  public synchronized LandingState refresh() {
    for (Optional<LogRecord> next = log.read(state.version() + 1);
        next.isPresent();
        next = log.read(state.version() + 1)) {
      state = state.apply(next.get());
    }
    return state;
  }

  public PartitionRecords records() {
    return records;
  }

  /**
   * Appends what the decision says of the newest state.
   *
   * @param decision returns the entry that should follow the given state, or nothing
   * @return the entry as appended, or empty if the decision was to append nothing
   * @throws IllegalEntryException if the decision names an entry that its state does not allow
   */
  public synchronized Optional<LogRecord> append(
      Function<LandingState, Optional<LogEntry>> decision) {
    while (true) {
      LandingState seen = refresh();
      Optional<LogEntry> entry = decision.apply(seen);
      if (entry.isEmpty()) {
        return Optional.empty();
      }
      LogRecord record =
          new LogRecord(
              seen.version() + 1, UUID.randomUUID().toString(), clock.instant(), by, entry.get());
      LandingState next = seen.apply(record);
      recordIfLeaving(seen, next, record);
      if (log.append(record)) {
        state = next;
        return Optional.of(record);
      }
    }
  }

  /**
   * A partition's record is there before the entry that lets it leave the state. One that came back
   * and leaves without anybody having said what its record holds (held and released, say) has
   * nothing to add to that record, and must not hide it.
   */
  private void recordIfLeaving(LandingState seen, LandingState next, LogRecord record) {
    if (record.entry() instanceof LogEntry.OfPartition e) {
      PartitionId id = e.partition();
      PartitionState left = seen.partitions().get(id);
      if (left != null && next.partition(id).isEmpty()) {
        PartitionState settled = settled(left, record);
        if (!settled.lacksBase()) {
          records.write(new PartitionRecord(seen.version(), settled));
        }
      }
    }
  }

  private static PartitionState settled(PartitionState left, LogRecord record) {
    return record.entry() instanceof LogEntry.Close ? left : new PartitionFold(record).apply(left);
  }
}
