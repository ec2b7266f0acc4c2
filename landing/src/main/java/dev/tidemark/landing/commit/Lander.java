package dev.tidemark.landing.commit;

import dev.tidemark.landing.GenerationId;
import dev.tidemark.landing.LandedFile;
import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.LandingZone;
import dev.tidemark.landing.TopicPartition;
import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.log.Journal;
import dev.tidemark.landing.log.LandingState;
import dev.tidemark.landing.log.LogEntry;
import dev.tidemark.landing.log.LogRecord;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lands micro-batches: the intent first, then the renames, then the word that it is done. Whoever
 * finds an intent that is not carried out, after a crash or beside a paused process, carries it
 * out; doing it twice does no harm.
 */
public final class Lander {
  private static final Logger LOG = LoggerFactory.getLogger(Lander.class);

  private final LandingFileSystem files;
  private final Journal journal;

  public Lander(LandingFileSystem files, Journal journal) {
    this.files = files;
    this.journal = journal;
  }

  /**
   * Lands a batch. One that is landed already, or that holds nothing, succeeds without an entry.
   *
   * @return the entry that landed it, with every file in the generation where it went; empty if
   *     none was needed
   * @throws LandingException.Conflict if another run landed some of its offsets meanwhile, or this
   *     run does not hold the claim any more; the batch is void, and what it read must be read
   *     again
   * @throws LandingException.Unavailable if the file system failed; the batch may be landed
   */
  public Optional<LogEntry> land(MicroBatch batch, WatermarkRule rule) {
    Optional<LogRecord> landed = Optional.empty();
    boolean[] pending = {true};
    while (pending[0]) {
      rollForward();
      landed =
          journal.append(
              state -> {
                // Another's intent came between: help it before looking at the offsets again.
                pending[0] = state.pending().isPresent();
                return pending[0] ? Optional.empty() : entry(state, batch, rule);
              });
    }
    rollForward();
    return landed.map(LogRecord::entry);
  }

  /**
   * Moves the watermark, and the offsets that brought no lines, if that says anything new.
   *
   * @param readUpTo by topic-partition, the offset before which everything was read and, if it has
   *     a line, landed; what is then left before it are transaction markers and the like
   * @throws LandingException.Conflict if this run does not hold the claim any more
   */
  public void progress(
      String run,
      Map<TopicPartition, Long> readUpTo,
      Map<TopicPartition, Long> ends,
      WatermarkRule rule) {
    journal.append(
        state -> {
          requireClaim(state, run);
          List<LogEntry.Span> spans = new ArrayList<>();
          readUpTo.forEach(
              (source, until) -> {
                long from = state.landed(source);
                if (until > from) {
                  spans.add(new LogEntry.Span(source, from, until, 0, 0, 0, Optional.empty()));
                }
              });
          LogEntry.Progress next =
              new LogEntry.Progress(run, spans, watermark(state, spans, ends, rule), ends);
          boolean news = !spans.isEmpty() || !next.watermark().equals(state.watermark());
          return news ? Optional.of(next) : Optional.empty();
        });
  }

  /** Carries out a pending intent, if there is one. */
  public void rollForward() {
    Optional<LandingState.Intent> pending = journal.refresh().pending();
    if (pending.isEmpty()) {
      return;
    }
    LandingState.Intent intent = pending.get();
    try {
      for (LandedFile file : intent.land().files()) {
        moveIntoPlace(intent, file);
      }
    } catch (IOException e) {
      throw new LandingException.Unavailable(
          "Files of the intent at version "
              + intent.version()
              + " cannot be moved into place: "
              + e.getMessage()
              + ". The intent stands; it is carried out on the next try.",
          e);
    }
    Optional<?> done =
        journal.append(
            state ->
                isPending(state, intent)
                    ? Optional.of(new LogEntry.Landed(intent.version()))
                    : Optional.empty());
    if (done.isPresent()) {
      tidy(intent);
    }
  }

  private Optional<LogEntry> entry(LandingState state, MicroBatch batch, WatermarkRule rule) {
    if (batch.spans().stream().allMatch(s -> state.landed(s.source()) >= s.until())) {
      return Optional.empty();
    }
    requireClaim(state, batch.run());
    for (LogEntry.Span span : batch.spans()) {
      long landed = state.landed(span.source());
      if (landed != span.from()) {
        throw new LandingException.Conflict(
            span.source()
                + ": the batch holds offsets ["
                + span.from()
                + ", "
                + span.until()
                + ") but the log is at "
                + landed
                + ": another run landed some of them. They must be read again.");
      }
    }
    Optional<Instant> watermark = watermark(state, batch.spans(), batch.ends(), rule);
    if (batch.files().isEmpty()) {
      return Optional.of(
          new LogEntry.Progress(batch.run(), batch.spans(), watermark, batch.ends()));
    }
    List<LandedFile> routed =
        batch.files().stream()
            .map(f -> f.in(state.landingGeneration(f.generation().partition())))
            .toList();
    return Optional.of(
        new LogEntry.Land(
            batch.run(), batch.epoch(), batch.spans(), routed, watermark, batch.ends()));
  }

  private static void requireClaim(LandingState state, String run) {
    if (!state.isIngestedBy(run)) {
      throw new LandingException.Conflict(
          "Run "
              + run
              + " lost its claim to land: "
              + state
                  .ingest()
                  .map(i -> "run " + i.run() + " has taken over.")
                  .orElse("it was fenced."));
    }
  }

  private static Optional<Instant> watermark(
      LandingState state,
      List<LogEntry.Span> spans,
      Map<TopicPartition, Long> ends,
      WatermarkRule rule) {
    Optional<Instant> next = rule.next(state.watermark(), state.sourcesAfter(spans, ends));
    return state.watermark().filter(w -> next.isEmpty() || next.get().isBefore(w)).or(() -> next);
  }

  private void moveIntoPlace(LandingState.Intent intent, LandedFile file) throws IOException {
    GenerationId generation = file.generation();
    String source =
        LandingZone.inflight(intent.land().run(), intent.land().epoch()) + "/" + file.name();
    String target = LandingZone.landing(generation) + "/" + file.name();
    LandingFileSystem.Renamed renamed = files.rename(source, target);
    if (renamed == LandingFileSystem.Renamed.PARENT_MISSING) {
      files.makeDirectories(LandingZone.landing(generation));
      renamed = files.rename(source, target);
    }
    boolean inPlace =
        switch (renamed) {
          case DONE -> true;
          // Names are unique, so whatever has this one was put there by one who did this before.
          case SOURCE_MISSING -> files.stat(target).isPresent();
          case TARGET_EXISTS -> false;
          case PARENT_MISSING -> throw new IOException(target + ": its directory keeps vanishing");
        };
    if (!inPlace && isPending(journal.refresh(), intent)) {
      // Only this generation is damaged: its manifest names the file, so it is never processed
      // without it. Everything else goes on.
      LOG.error(
          "{} is damaged: {} of the intent at version {} should stand in {} or in {} and does not ({})."
              + " Put it at the second place if you can; the partition waits for it when it closes.",
          generation,
          file.name(),
          intent.version(),
          source,
          target,
          renamed);
    }
  }

  private static boolean isPending(LandingState state, LandingState.Intent intent) {
    return state.pending().filter(p -> p.version() == intent.version()).isPresent();
  }

  /** Files of failed attempts may remain; they are in no list, and go when the run is over. */
  private void tidy(LandingState.Intent intent) {
    String directory = LandingZone.inflight(intent.land().run(), intent.land().epoch());
    try {
      files.deleteEmptyDirectory(directory);
    } catch (IOException e) {
      LOG.debug("{} stays: {}", directory, e.getMessage());
    }
  }
}
