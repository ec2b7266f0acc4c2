package dev.tidemark.landing.log;

import static dev.tidemark.landing.log.Fold.require;

import dev.tidemark.landing.GenerationId;
import java.util.Optional;

/** What an entry does to the one partition that it is about, {@code close} apart. */
final class PartitionFold {
  private final LogRecord record;

  PartitionFold(LogRecord record) {
    this.record = record;
  }

  PartitionState apply(PartitionState p) {
    LogEntry entry = record.entry();
    if (entry instanceof LogEntry.Staged e) {
      return move(p, e.generation(), Generation.Step.STAGED);
    } else if (entry instanceof LogEntry.Archived e) {
      require(
          p.published().contains(e.generation().number()),
          "%s is not part of what is published; it cannot be archived.",
          e.generation());
      return move(p, e.generation(), Generation.Step.ARCHIVED);
    } else if (entry instanceof LogEntry.Publish e) {
      return publish(p, e);
    } else if (entry instanceof LogEntry.Published e) {
      return published(p, e);
    } else if (entry instanceof LogEntry.Failed e) {
      return failed(p, e);
    } else if (entry instanceof LogEntry.Held e) {
      require(p.hold().isEmpty(), "%s is held already.", p.id());
      return p.held(Optional.of(e.reason()), record.version()).claimed(Optional.empty());
    } else if (entry instanceof LogEntry.Released) {
      require(
          p.hold().isPresent() || p.failure().isPresent(),
          "%s is neither held nor failed.",
          p.id());
      return p.held(Optional.empty(), p.barred()).failing(Optional.empty());
    } else if (entry instanceof LogEntry.Reprocess e) {
      require(p.isClosed(), "%s is still open; there is nothing to process again.", p.id());
      PartitionState known = e.base().map(p::withBase).orElse(p);
      // An attempt that runs began with what was wrong then, and must not pass for what is asked.
      return known
          .requested(Optional.of(e.reason()))
          .failing(Optional.empty())
          .claimed(Optional.empty())
          .barredAt(record.version());
    } else if (entry instanceof LogEntry.Claim e) {
      require(p.canProcess() && p.wantsProcessing(), "%s is not to be processed now.", p.id());
      return p.claimed(Optional.of(e));
    }
    throw new IllegalEntryException("Nothing is known of " + entry + " for a partition.");
  }

  private PartitionState move(PartitionState p, GenerationId id, Generation.Step next) {
    Generation generation = p.generations().get(id.number());
    require(generation != null, "%s is not in the state.", id);
    LogEntry.Action done =
        next == Generation.Step.STAGED ? LogEntry.Action.PREPARE : LogEntry.Action.ARCHIVE;
    return succeeding(p.with(generation.becoming(next)), done);
  }

  /** What failed otherwise waits on, for its time or for a person. */
  private static PartitionState succeeding(PartitionState p, LogEntry.Action done) {
    return p.failing(p.failure().filter(f -> f.last().action() != done));
  }

  private PartitionState publish(PartitionState p, LogEntry.Publish e) {
    require(p.hold().isEmpty(), "%s is held: %s.", p.id(), p.hold().orElse(""));
    require(
        p.intended().isEmpty(),
        "%s: the publication at version %s is not complete.",
        p.id(),
        p.intended().map(Publication::version).orElse(-1L));
    require(
        e.started() >= p.barred(),
        "%s: attempt %s started at version %s and is barred by the entry at version %s.",
        p.id(),
        e.attempt(),
        e.started(),
        p.barred());
    require(
        e.generations().containsAll(p.published()),
        "%s: generations %s do not include those published, %s.",
        p.id(),
        e.generations(),
        p.published());
    require(
        p.reached(Generation.Step.STAGED).containsAll(e.generations()),
        "%s: not all of generations %s are staged.",
        p.id(),
        e.generations());
    Publication next =
        new Publication(
            record.version(),
            p.publication().map(Publication::revision).orElse(0) + 1,
            e.generations(),
            e.attempt(),
            e.counts(),
            e.configHash());
    // An earlier publication that failed is no more: this one takes its place.
    return succeeding(succeeding(p, LogEntry.Action.PROCESS), LogEntry.Action.PUBLISH)
        .intending(Optional.of(next))
        .barredAt(record.version())
        .requested(Optional.empty())
        .claimed(Optional.empty());
  }

  private PartitionState published(PartitionState p, LogEntry.Published e) {
    Publication pending = p.intended().orElse(null);
    require(
        pending != null && pending.version() == e.publish(),
        "%s: no publication is pending at version %s.",
        p.id(),
        e.publish());
    return succeeding(p, LogEntry.Action.PUBLISH)
        .publishing(Optional.of(pending))
        .intending(Optional.empty());
  }

  private PartitionState failed(PartitionState p, LogEntry.Failed e) {
    int count =
        p.failure().filter(f -> f.last().action() == e.action()).map(f -> f.count()).orElse(0);
    PartitionState failing = p.failing(Optional.of(new PartitionState.Failure(e, count + 1)));
    if (e.attempt().isEmpty()) {
      return failing;
    }
    Optional<String> current =
        e.action() == LogEntry.Action.PUBLISH
            ? p.intended().map(Publication::attempt)
            : p.claim().map(LogEntry.Claim::attempt);
    require(
        current.equals(e.attempt()),
        "%s: attempt %s is not the current one.",
        p.id(),
        e.attempt().get());
    PartitionState barred = failing.claimed(Optional.empty()).barredAt(record.version());
    return p.intended().isEmpty()
        ? barred
        // Its output is lost, and may be missing in final: only a new revision mends that.
        : barred
            .intending(Optional.empty())
            .requested(Optional.of("the output of attempt " + e.attempt().get() + " is lost"));
  }
}
