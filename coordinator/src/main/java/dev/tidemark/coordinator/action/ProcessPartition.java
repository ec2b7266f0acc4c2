package dev.tidemark.coordinator.action;

import dev.tidemark.batch.prepare.GenerationContents;
import dev.tidemark.batch.process.InputFile;
import dev.tidemark.batch.process.Lane;
import dev.tidemark.batch.process.ProcessRequest;
import dev.tidemark.batch.process.ProcessResult;
import dev.tidemark.batch.process.Processing;
import dev.tidemark.batch.publish.KeptRevision;
import dev.tidemark.coordinator.config.CoordinatorConfig;
import dev.tidemark.landing.LandingZone;
import dev.tidemark.landing.Manifest;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.WithoutTrace;
import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.log.Generation;
import dev.tidemark.landing.log.IllegalEntryException;
import dev.tidemark.landing.log.Journal;
import dev.tidemark.landing.log.LandingState;
import dev.tidemark.landing.log.LogEntry;
import dev.tidemark.landing.log.LogRecord;
import dev.tidemark.landing.log.PartitionState;
import dev.tidemark.landing.log.Publication;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes a new revision of a partition: claims it, processes the generations that are closed and
 * staged, or copies the earlier revision that is wanted, and intends to publish what came out.
 */
public final class ProcessPartition {
  private static final Logger LOG = LoggerFactory.getLogger(ProcessPartition.class);

  private static final Duration NEVER = Duration.ofDays(365_000);

  private final Journal journal;
  private final LandingFileSystem files;
  private final Processing processing;
  private final Clock clock;
  private final CoordinatorConfig config;
  private final FailureLog failures;
  private final Map<PartitionId, RunningAttempt> running = new ConcurrentHashMap<>();

  public ProcessPartition(
      Journal journal,
      LandingFileSystem files,
      Processing processing,
      Clock clock,
      CoordinatorConfig config,
      FailureLog failures) {
    this.journal = journal;
    this.files = files;
    this.processing = processing;
    this.clock = clock;
    this.config = config;
    this.failures = failures;
  }

  void run(PartitionId id) {
    Optional<LogRecord> claimed = journal.append(state -> claim(state, id));
    if (claimed.isEmpty()) {
      return;
    }
    LogEntry.Claim claim = (LogEntry.Claim) claimed.get().entry();
    RunningAttempt attempt = new RunningAttempt(claim, clock.instant(), timeout());
    running.put(id, attempt);
    try {
      // The inputs are those of a state at or after the claim, so nothing that bars is overlooked;
      // and if the claim is lost by then, what it was for is done or barred.
      LandingState state = journal.refresh();
      if (isClaimed(state, claim)) {
        attempt(state, state.partition(id).orElseThrow(), attempt);
      }
    } catch (Throwable e) {
      // Whatever it is, a stack overflow or what Scala throws undeclared: this partition's trouble.
      // Only the entry bars the attempt. Without it its output may be intended already.
      if (writeDown(id, claim.attempt(), e)) {
        discard(id, claim.attempt());
      } else {
        LOG.warn("{}: attempt {} failed when it was given up already", id, claim.attempt(), e);
      }
    } finally {
      running.remove(id);
    }
  }

  private Duration timeout() {
    return processing.endsWhatTakesTooLong() ? NEVER : config.timeout();
  }

  private boolean writeDown(PartitionId id, String attempt, Throwable error) {
    try {
      return failures.attemptFailed(id, attempt, error);
    } catch (RuntimeException again) {
      again.addSuppressed(error);
      throw again;
    }
  }

  private Optional<LogEntry> claim(LandingState state, PartitionId id) {
    Instant now = clock.instant();
    return state
        .partition(id)
        .filter(p -> p.canProcess() && p.wantsProcessing())
        .filter(p -> p.claim().filter(c -> c.until().isAfter(now)).isEmpty())
        .map(p -> new LogEntry.Claim(id, UUID.randomUUID().toString(), now.plus(config.lease())));
  }

  private void attempt(LandingState state, PartitionState partition, RunningAttempt running) {
    String attempt = running.claim().attempt();
    LogEntry.Publish publish =
        running.run(
            () ->
                partition
                    .wanted()
                    .map(revision -> copied(state, partition.id(), revision, attempt))
                    .orElseGet(() -> processed(state, partition, attempt)));
    intend(publish);
  }

  /** A copy of an earlier revision, which says of itself what that said. */
  private LogEntry.Publish copied(
      LandingState state, PartitionId id, Publication revision, String attempt) {
    new KeptRevision(files).copy(id, revision, attempt);
    return new LogEntry.Publish(
        id,
        revision.generations(),
        attempt,
        state.version(),
        revision.counts(),
        revision.configHash());
  }

  private LogEntry.Publish processed(LandingState state, PartitionState partition, String attempt) {
    PartitionId id = partition.id();
    SortedSet<Long> generations = partition.reached(Generation.Step.STAGED);
    ProcessResult result =
        processing.process(
            new ProcessRequest(
                id,
                attempt,
                inputs(partition, generations),
                LandingZone.staging(id, attempt),
                state.topics().entrySet().stream()
                    .collect(Collectors.toMap(Map.Entry::getKey, t -> t.getValue().name())),
                Lane.of(partition)));
    return new LogEntry.Publish(
        id,
        generations,
        attempt,
        state.version(),
        new LogEntry.Counts(
            result.rowsIn(), result.rowsOut(), result.duplicates(), result.quarantined()),
        result.configHash());
  }

  private void intend(LogEntry.Publish publish) {
    PartitionId id = publish.partition();
    String attempt = publish.attempt();
    try {
      // Asked again by one who slept through a clean-up, it may find that its entry did count.
      journal.append(
          newest -> isIntended(newest, id, attempt) ? Optional.empty() : Optional.of(publish));
    } catch (IllegalEntryException e) {
      // Whatever refuses it now refuses it for ever, so nobody will look for its output.
      LOG.info("{}: attempt {} is given up: {}", id, attempt, e.getMessage());
      discard(id, attempt);
    }
  }

  private static boolean isIntended(LandingState state, PartitionId id, String attempt) {
    return state
        .partition(id)
        .flatMap(PartitionState::intended)
        .filter(p -> p.attempt().equals(attempt))
        .isPresent();
  }

  private List<InputFile> inputs(PartitionState partition, SortedSet<Long> numbers) {
    List<InputFile> inputs = new ArrayList<>();
    for (long number : numbers) {
      Generation generation = partition.generations().get(number);
      String directory =
          generation.step() == Generation.Step.ARCHIVED
              ? LandingZone.archive(generation.id())
              : LandingZone.stage(generation.id());
      Manifest manifest = journal.records().manifest(generation);
      List<String> foreign = new GenerationContents(files).check(manifest, directory);
      if (!foreign.isEmpty()) {
        LOG.warn(
            "{}: {} files are not in its manifest and are never processed: {}",
            generation.id(),
            foreign.size(),
            foreign);
      }
      manifest.files().forEach(f -> inputs.add(new InputFile(directory + "/" + f.name(), f)));
    }
    return inputs;
  }

  /**
   * Renews the claims that have less than half their lease left. An attempt that takes too long is
   * stopped instead; should it not let itself be stopped, its claim ends, and another may begin.
   */
  void renewClaims() {
    Instant now = clock.instant();
    running
        .values()
        .forEach(
            attempt -> {
              if (attempt.isTooLong(now)) {
                attempt.stop();
              } else {
                renew(attempt, now);
              }
            });
  }

  private void renew(RunningAttempt attempt, Instant now) {
    LogEntry.Claim claim = attempt.claim();
    if (!claim.until().isBefore(now.plus(config.lease().dividedBy(2)))) {
      return;
    }
    LogEntry.Claim renewed =
        new LogEntry.Claim(claim.partition(), claim.attempt(), now.plus(config.lease()));
    try {
      journal
          .append(state -> isClaimed(state, claim) ? Optional.of(renewed) : Optional.empty())
          .ifPresent(r -> attempt.renewed(renewed));
    } catch (IllegalEntryException e) {
      // Held meanwhile, or about to get another generation: no claim is due, work goes on without.
      LOG.debug("{}: {}", claim.partition(), e.getMessage());
    }
  }

  private static boolean isClaimed(LandingState state, LogEntry.Claim claim) {
    return state
        .partition(claim.partition())
        .flatMap(PartitionState::claim)
        .filter(c -> c.attempt().equals(claim.attempt()))
        .isPresent();
  }

  private void discard(PartitionId id, String attempt) {
    try {
      files.deleteTree(LandingZone.staging(id, attempt));
    } catch (IOException e) {
      LOG.warn("{} stays: {}", LandingZone.staging(id, attempt), WithoutTrace.of(e));
    }
  }
}
