package dev.tidemark.coordinator;

import dev.tidemark.batch.archive.Archive;
import dev.tidemark.batch.expire.Expire;
import dev.tidemark.batch.prepare.Prepare;
import dev.tidemark.batch.process.Lane;
import dev.tidemark.batch.process.Processing;
import dev.tidemark.batch.publish.Publish;
import dev.tidemark.coordinator.action.Actions;
import dev.tidemark.coordinator.action.ArchiveGeneration;
import dev.tidemark.coordinator.action.Close;
import dev.tidemark.coordinator.action.ExpirePartition;
import dev.tidemark.coordinator.action.FailureLog;
import dev.tidemark.coordinator.action.PrepareGeneration;
import dev.tidemark.coordinator.action.ProcessPartition;
import dev.tidemark.coordinator.action.PublishRevision;
import dev.tidemark.coordinator.action.RetentionSweep;
import dev.tidemark.coordinator.config.CoordinatorConfig;
import dev.tidemark.coordinator.observe.CoordinatorListener;
import dev.tidemark.coordinator.observe.WriteCheck;
import dev.tidemark.coordinator.policy.Due;
import dev.tidemark.coordinator.policy.Policy;
import dev.tidemark.coordinator.policy.Retention;
import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.WithoutTrace;
import dev.tidemark.landing.commit.Lander;
import dev.tidemark.landing.config.DatasetConfig;
import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.log.IllegalEntryException;
import dev.tidemark.landing.log.Journal;
import dev.tidemark.landing.log.LandingState;
import dev.tidemark.landing.log.LogEntry;
import dev.tidemark.landing.log.Roots;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries the partitions of one dataset on. Each tick derives what is due from the landing log and
 * does it; nothing is remembered between ticks but what is running, so a coordinator may be killed,
 * and another started, at any point. Processing runs beside the ticks.
 */
public final class Coordinator implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Coordinator.class);

  /** Rounds of quick actions in one tick; each moves every partition one step. */
  private static final int MOST_ROUNDS = 100;

  private final DatasetConfig dataset;
  private final Journal journal;
  private final Policy policy;
  private final Actions actions;
  private final Lander lander;
  private final RetentionSweep retention;
  private final FailureLog failures;
  private final Clock clock;
  private final Predicate<PartitionId> mine;
  private final Places places;
  private final CoordinatorListener listener;
  private final WriteCheck writes;

  private Coordinator(
      DatasetConfig dataset,
      Journal journal,
      Policy policy,
      Actions actions,
      Lander lander,
      RetentionSweep retention,
      FailureLog failures,
      Clock clock,
      Predicate<PartitionId> mine,
      Places places,
      CoordinatorListener listener,
      WriteCheck writes) {
    this.dataset = dataset;
    this.journal = journal;
    this.policy = policy;
    this.actions = actions;
    this.lander = lander;
    this.retention = retention;
    this.failures = failures;
    this.clock = clock;
    this.mine = mine;
    this.places = places;
    this.listener = listener;
    this.writes = writes;
  }

  /**
   * Puts a coordinator together; nothing runs before the first {@link #tick}.
   *
   * @param mine the partitions to look after
   */
  public static Coordinator wire(
      DatasetConfig dataset,
      CoordinatorConfig config,
      Journal journal,
      LandingFileSystem files,
      Processing processing,
      Clock clock,
      Predicate<PartitionId> mine) {
    return wire(dataset, config, journal, files, processing, clock, mine, CoordinatorListener.NONE);
  }

  /** As above, with one who looks on. */
  public static Coordinator wire(
      DatasetConfig dataset,
      CoordinatorConfig config,
      Journal journal,
      LandingFileSystem files,
      Processing processing,
      Clock clock,
      Predicate<PartitionId> mine,
      CoordinatorListener listener) {
    return wire(
        dataset,
        config,
        journal,
        files,
        processing,
        clock,
        mine,
        workers(dataset, most(config, processing).values().stream().mapToInt(n -> n).sum()),
        listener);
  }

  /** Partitions in work at once: as many groups as are allowed, each as large as it may be. */
  private static Map<Lane, Integer> most(CoordinatorConfig config, Processing processing) {
    return Map.of(
        Lane.LIVE, config.concurrency() * processing.groupSize(),
        Lane.BACKFILL, config.backfill() * processing.groupSize());
  }

  private static ExecutorService workers(DatasetConfig dataset, int count) {
    return Executors.newFixedThreadPool(
        count,
        task -> {
          Thread thread = new Thread(task, "process-" + dataset.name());
          thread.setDaemon(true);
          return thread;
        });
  }

  /** As above, on workers that the caller chose; closing the coordinator shuts them down. */
  static Coordinator wire(
      DatasetConfig dataset,
      CoordinatorConfig config,
      Journal journal,
      LandingFileSystem files,
      Processing processing,
      Clock clock,
      Predicate<PartitionId> mine,
      ExecutorService workers) {
    return wire(
        dataset,
        config,
        journal,
        files,
        processing,
        clock,
        mine,
        workers,
        CoordinatorListener.NONE);
  }

  static Coordinator wire(
      DatasetConfig dataset,
      CoordinatorConfig config,
      Journal journal,
      LandingFileSystem files,
      Processing processing,
      Clock clock,
      Predicate<PartitionId> mine,
      ExecutorService workers,
      CoordinatorListener listener) {
    FailureLog failures = new FailureLog(journal, clock, config, dataset);
    Retention retention = new Retention(dataset);
    ExpirePartition expire = new ExpirePartition(journal, retention, new Expire(files));
    Actions actions =
        new Actions(
            new Close(journal, dataset.emptyHours()),
            new PrepareGeneration(journal, new Prepare(files)),
            new ProcessPartition(journal, files, processing, clock, config, failures),
            new PublishRevision(journal, files, new Publish(files)),
            new ArchiveGeneration(journal, new Archive(files)),
            expire);
    return new Coordinator(
        dataset,
        journal,
        new Policy(dataset, config.order()),
        actions,
        new Lander(files, journal),
        new RetentionSweep(journal, retention, expire, clock, mine),
        failures,
        clock,
        mine,
        new Places(most(config, processing), config.throttle(), clock, workers),
        listener,
        new WriteCheck(files, clock, listener));
  }

  /**
   * Does what is due: quick actions here and now, until none is left, and processing in the
   * background. One partition's trouble does not hold up another. Never throws for trouble that the
   * next tick may not have.
   *
   * @throws LandingException.NeedsOperator if the root is not this dataset's
   */
  public synchronized void tick() {
    long start = System.nanoTime();
    try {
      look();
      listener.ticked(Duration.ofNanos(System.nanoTime() - start));
    } catch (LandingException.NotWritten | LandingException.OutcomeUnknown e) {
      LOG.warn("{}: {}", dataset.name(), e.getMessage());
      listener.writeFailed(e);
    } catch (LandingException.Unavailable e) {
      LOG.warn("{}: {}", dataset.name(), e.getMessage());
      listener.tickFailed(e);
    } catch (RuntimeException e) {
      listener.tickFailed(e);
      throw e;
    }
  }

  private void look() {
    actions.renewClaims();
    helpIngest();
    retention.look();
    for (int round = 0; round < MOST_ROUNDS && !places.areClosed(); round++) {
      if (!runRound()) {
        return;
      }
    }
  }

  /**
   * Keeps the claims of what is being processed, and stops what takes too long. So often that no
   * claim ends by itself: every third of a lease.
   */
  public void upkeep() {
    try {
      actions.renewClaims();
    } catch (LandingException.NotWritten | LandingException.OutcomeUnknown e) {
      LOG.warn("{}: claims are not renewed: {}", dataset.name(), e.getMessage());
      listener.writeFailed(e);
    } catch (LandingException.Unavailable e) {
      LOG.warn("{}: claims are not renewed: {}", dataset.name(), e.getMessage());
    }
  }

  /**
   * Looks whether the root can be written to, where nobody does: every {@link WriteCheck#EVERY}.
   */
  public void checkWrites() {
    writes.look();
  }

  /**
   * Carries out what an ingest run intended that is silent, for the partitions that its intent
   * names cannot be closed before.
   */
  private void helpIngest() {
    LandingState state = journal.refresh();
    boolean silent = state.ingest().filter(i -> !i.until().isBefore(clock.instant())).isEmpty();
    if (state.pending().isPresent() && silent) {
      lander.rollForward();
    }
  }

  /** Whether something was done after which more may be due. */
  private boolean runRound() {
    LandingState state = journal.refresh();
    listener.looked(state);
    writes.sees(state.version());
    if (state.created().isEmpty()) {
      return false;
    }
    Roots.check(state.created().get(), dataset.name(), dataset.granularity());
    List<Due> due = policy.due(state, clock.instant());
    boolean moved = false;
    for (Due next : due) {
      if (!mine.test(next.partition())) {
        continue;
      }
      if (next instanceof Due.Revise process) {
        places.begin(process, () -> run(process));
      } else {
        moved |= run(next);
      }
    }
    return moved;
  }

  private boolean run(Due due) {
    try {
      actions.run(due);
      return true;
    } catch (IllegalEntryException | LandingException.Conflict e) {
      // Another was first, and what is due now is another thing.
      LOG.debug("{}: {}", due, e.getMessage());
    } catch (LandingException.NotWritten | LandingException.OutcomeUnknown e) {
      LOG.warn("{}: {}", due.partition(), e.getMessage());
      listener.writeFailed(e);
    } catch (RuntimeException e) {
      writeDown(due, e);
    }
    return false;
  }

  private void writeDown(Due due, RuntimeException error) {
    if (due instanceof Due.Close) {
      // Nothing has begun that would have to wait or be given up; the next look tries again.
      LOG.warn("{} cannot be closed now: {}", due.partition(), WithoutTrace.of(error));
      return;
    }
    try {
      failures.actionFailed(due, actionOf(due), error);
    } catch (RuntimeException again) {
      LOG.warn(
          "{}: {}; nor could that be written down: {}",
          due.partition(),
          WithoutTrace.of(error),
          WithoutTrace.of(again));
      listener.writeFailed(again);
    }
  }

  private static LogEntry.Action actionOf(Due due) {
    if (due instanceof Due.Publish) {
      return LogEntry.Action.PUBLISH;
    } else if (due instanceof Due.Archive) {
      return LogEntry.Action.ARCHIVE;
    } else if (due instanceof Due.Revise) {
      return LogEntry.Action.PROCESS;
    } else if (due instanceof Due.Expire) {
      return LogEntry.Action.EXPIRE;
    }
    return LogEntry.Action.PREPARE;
  }

  /**
   * Begins nothing more and waits a while for what is running; what is left, another start
   * finishes.
   */
  @Override
  public void close() {
    places.close();
  }
}
