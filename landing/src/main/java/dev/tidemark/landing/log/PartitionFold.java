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
          p.isToBeArchived(e.generation().number()),
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
      return released(p);
    } else if (entry instanceof LogEntry.Rollback e) {
      return rollback(p, e);
    } else if (entry instanceof LogEntry.Reprocess e) {
      require(p.isClosed(), "%s is still open; there is nothing to process again.", p.id());
      PartitionState known = e.base().map(p::withBase).orElse(p);
      ExpiryFold.requireSource(known);
      // An attempt that runs began with what was wrong then, and must not pass for what is asked.
      return known
          .revising(Revisions::unpinned)
          .requested(Optional.of(e.reason()))
          .failing(Optional.empty())
          .claimed(Optional.empty())
          .barredAt(record.version());
    } else if (entry instanceof LogEntry.Expire e) {
      return new ExpiryFold(record).expire(p, e);
    } else if (entry instanceof LogEntry.Expired e) {
      return succeeding(new ExpiryFold(record).expired(p, e), LogEntry.Action.EXPIRE);
    } else if (entry instanceof LogEntry.Claim e) {
      require(p.canProcess() && p.wantsProcessing(), "%s is not to be processed now.", p.id());
      return p.claimed(Optional.of(e));
    }
    throw new IllegalEntryException("Nothing is known of " + entry + " for a partition.");
  }

  /**
   * A hold or a failure hides a pin: whoever lets work go on need not mean to change the revision.
   */
  private PartitionState released(PartitionState p) {
    if (p.hold().isPresent() || p.failure().isPresent()) {
      return p.held(Optional.empty(), p.barred()).failing(Optional.empty());
    }
    require(p.pin().isPresent(), "%s is neither held nor failed nor pinned.", p.id());
    return p.revising(Revisions::unpinned).claimed(Optional.empty()).barredAt(record.version());
  }

  private PartitionState rollback(PartitionState p, LogEntry.Rollback e) {
    PartitionState known = e.base().map(p::withBase).orElse(p);
    require(p.hold().isEmpty(), "%s is held: %s.", p.id(), p.hold().orElse(""));
    require(
        p.intended().isEmpty(),
        "%s: the publication at version %s is not complete.",
        p.id(),
        p.intended().map(Publication::version).orElse(-1L));
    ExpiryFold.requireNotExpiring(known);
    Optional<Publication> wanted = known.revisions().flatMap(r -> r.find(e.revision()));
    require(
        wanted.isPresent(),
        "%s has no earlier revision %s; there are %s.",
        p.id(),
        e.revision(),
        known.earlier().stream().map(Publication::revision).toList());
    require(
        known.kept().contains(wanted.get()),
        "%s cannot go back to revision %s: retention has emptied it. Kept are %s.",
        p.id(),
        e.revision(),
        known.kept().stream().map(Publication::revision).toList());
    return known
        .revising(r -> r.wanting(wanted.get(), e.reason()))
        .requested(Optional.empty())
        .failing(Optional.empty())
        .claimed(Optional.empty())
        .barredAt(record.version());
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
    ExpiryFold.requireNotExpiring(p);
    if (p.wanted().isPresent()) {
      requireCopy(p, p.wanted().get(), e);
    } else {
      ExpiryFold.requireSource(p);
      require(
          p.canRestate() || p.reprocess().isPresent(),
          "%s was removed by retention, and nobody asked for it again.",
          p.id());
      require(p.pin().isEmpty(), "%s is pinned: %s.", p.id(), p.pin().orElse(""));
      require(
          e.generations().containsAll(p.published()),
          "%s: generations %s do not include those published, %s.",
          p.id(),
          e.generations(),
          p.published());
    }
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
            e.configHash(),
            Optional.of(record.at()));
    // An earlier publication that failed is no more: this one takes its place.
    return succeeding(succeeding(p, LogEntry.Action.PROCESS), LogEntry.Action.PUBLISH)
        .intending(Optional.of(next))
        .barredAt(record.version())
        .requested(Optional.empty())
        .claimed(Optional.empty());
  }

  /** Only a rollback leaves out what was published. */
  private static void requireCopy(PartitionState p, Publication wanted, LogEntry.Publish e) {
    require(
        e.generations().equals(wanted.generations())
            && e.counts().equals(wanted.counts())
            && e.configHash().equals(wanted.configHash()),
        "%s: attempt %s is no copy of revision %s, which is wanted.",
        p.id(),
        e.attempt(),
        wanted.revision());
  }

  private PartitionState published(PartitionState p, LogEntry.Published e) {
    Publication pending = p.intended().orElse(null);
    require(
        pending != null && pending.version() == e.publish(),
        "%s: no publication is pending at version %s.",
        p.id(),
        e.publish());
    return succeeding(p, LogEntry.Action.PUBLISH)
        .revising(r -> r.replacing(p.publication()))
        .publishing(Optional.of(pending))
        .skipping(Optional.empty())
        .expiring(p.expiry().map(x -> x.publishing(pending.version())))
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
    if (p.intended().isEmpty()) {
      return barred;
    }
    // Its output is lost, and may be missing in final: only a new revision mends that. Where a copy
    // of an earlier one was intended, it is still wanted.
    return barred
        .intending(Optional.empty())
        .requested(
            p.wanted().isPresent()
                ? Optional.empty()
                : Optional.of("the output of attempt " + e.attempt().get() + " is lost"));
  }
}
