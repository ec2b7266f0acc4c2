package dev.tidemark.coordinator.operations;

import dev.tidemark.landing.Counted;
import dev.tidemark.landing.GenerationId;
import dev.tidemark.landing.HowLong;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.TopicPartition;
import dev.tidemark.landing.config.DatasetConfig;
import dev.tidemark.landing.log.Generation;
import dev.tidemark.landing.log.LandingState;
import dev.tidemark.landing.log.LogEntry;
import dev.tidemark.landing.log.LogRecord;
import dev.tidemark.landing.log.PartitionState;
import dev.tidemark.landing.log.SourceState;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/** Finds the one thing that a partition waits for, from the state and a clock alone. */
final class Explain {
  private final DatasetConfig dataset;
  private final LandingState state;
  private final Instant now;

  Explain(DatasetConfig dataset, LandingState state, Instant now) {
    this.dataset = dataset;
    this.state = state;
    this.now = now;
  }

  /**
   * A partition of which nothing is known is one in which nothing landed.
   *
   * @param kept rows that came when retention had removed parts of it
   * @param holder the entry that holds it, or has it in work
   */
  Explanation explain(
      PartitionId id, Optional<PartitionState> known, long kept, Optional<LogRecord> holder) {
    if (known.isEmpty()) {
      return state.isClosed(id)
          ? Explanation.of(
              id, "It lies before the first partition that landed; nothing is known of it.")
          : opens(id, "Nothing has landed in it. ");
    }
    PartitionState p = known.get();
    if (p.hold().isPresent()) {
      return Explanation.of(
          id,
          "It is held"
              + holder.map(r -> " by " + r.by() + " since " + shown(r.at())).orElse("")
              + ": "
              + p.hold().get()
              + ".",
          "'tidemark release " + id + "' lets it go on.");
    }
    if (p.failure().filter(f -> isInTheWay(f.last())).isPresent()) {
      return failed(id, p.failure().get());
    }
    if (!p.isClosed()) {
      return open(p.generations().get(0L).id(), "");
    }
    return closed(p, kept, holder);
  }

  private static boolean isInTheWay(LogEntry.Failed failed) {
    return failed.waitsForPerson() || failed.retryAt().isPresent();
  }

  private Explanation failed(PartitionId id, PartitionState.Failure failure) {
    LogEntry.Failed last = failure.last();
    String what =
        last.action()
            + " failed "
            + Counted.of(failure.count(), "time")
            + ", and said last: "
            + last.error().replaceAll("\\.$", "");
    String told =
        what
            + "."
            + last.retryAt().map(at -> " It is tried again at " + shown(at) + ".").orElse("");
    if (last.saysToRetry()) {
      return Explanation.of(id, told);
    }
    return Explanation.of(
        id,
        told,
        last.retryAt().isPresent()
            ? "'tidemark retry " + id + "' tries it now."
            : "Remove the cause, then 'tidemark retry " + id + "'.");
  }

  private Explanation closed(PartitionState p, long kept, Optional<LogRecord> claimant) {
    if (p.isExpiring()) {
      return due(p.id(), "Retention removes parts of it");
    }
    if (p.intended().isPresent()) {
      return due(p.id(), "Revision " + p.intended().get().revision() + " is being published");
    }
    if (p.claim().filter(c -> c.until().isAfter(now)).isPresent()) {
      return Explanation.of(
          p.id(),
          "Attempt "
              + p.claim().get().attempt()
              + " processes it: claimed"
              + claimant.map(r -> " by " + r.by()).orElse("")
              + " until "
              + shown(p.claim().get().until())
              + ", and renewed until then.");
    }
    Optional<Generation> next =
        p.generations().values().stream()
            .filter(g -> g.step() == Generation.Step.CLOSED || g.step() == Generation.Step.STAGED)
            .filter(g -> g.step() == Generation.Step.CLOSED || isToBeArchived(p, g))
            .findFirst();
    if (next.isPresent()) {
      return due(
          p.id(),
          next.get().step() == Generation.Step.CLOSED
              ? "It is closed and is to be moved to 'stage'"
              : p.published().contains(next.get().id().number())
                  ? "It is published and is to be moved to 'archive'"
                  : "Late events came when retention had removed parts of it; they are to be moved to"
                      + " 'archive'");
    }
    if (p.canProcess() && p.wantsProcessing()) {
      return due(
          p.id(),
          p.wanted()
              .map(w -> "A copy of revision " + w.revision() + " is to be published")
              .or(() -> p.reprocess().map(r -> "It is to be processed again: " + r))
              .orElse("It is to be processed"));
    }
    if (p.pin().isPresent()) {
      return pinned(p);
    }
    if (!p.canRestate()) {
      return expired(p, kept + p.open().map(g -> g.manifest().rows()).orElse(0L));
    }
    return p.open().isPresent() ? late(p, p.open().get()) : rests(p);
  }

  private static Explanation expired(PartitionState p, long kept) {
    boolean archive = !p.expiredGenerations().isEmpty();
    String gone =
        (p.isFinalExpired() ? "what was published" : "")
            + (p.isFinalExpired() && archive ? " and " : "")
            + (archive ? "its archived files" : "");
    String late =
        kept == 0
            ? ""
            : " "
                + rows(kept)
                + " came after that: "
                + (p.open().isPresent() ? "to be kept" : "kept")
                + " in archive, in generations "
                + later(p)
                + ", and in no revision.";
    String what =
        "Nothing: it has expired. Retention removed "
            + gone
            + "."
            + (p.isFinalExpired() ? "" : " What is published stays as it is.")
            + late;
    return archive
        ? Explanation.of(p.id(), what)
        : Explanation.of(
            p.id(),
            what,
            "'tidemark reprocess " + p.id() + "' publishes all that is archived once more.");
  }

  private static Explanation pinned(PartitionState p) {
    long waiting =
        p.generations().values().stream()
            .filter(g -> !p.published().contains(g.id().number()))
            .filter(g -> g.step() != Generation.Step.ARCHIVED)
            .mapToLong(g -> g.manifest().rows())
            .sum();
    // How many is in the partition's record, which is not read for this.
    boolean lacks = !p.accountedFor().containsAll(p.reached(Generation.Step.ARCHIVED));
    return Explanation.of(
        p.id(),
        "It is pinned since it was rolled back: "
            + p.pin().orElseThrow()
            + "."
            + (waiting == 0
                ? ""
                : " " + rows(waiting) + " came late and " + (waiting == 1 ? "waits." : "wait."))
            + (lacks ? " It lacks rows of a later revision." : ""),
        p.accountedFor().containsAll(p.generations().keySet())
            ? "'tidemark reprocess "
                + p.id()
                + "' makes a new revision of all that landed; 'tidemark release "
                + p.id()
                + "' only takes the pin off, so that late events are added again."
            : "'tidemark release "
                + p.id()
                + "' or 'tidemark reprocess "
                + p.id()
                + "' makes a revision of all that landed.");
  }

  private static SortedSet<Long> later(PartitionState p) {
    SortedSet<Long> numbers = new TreeSet<>(p.generations().keySet());
    numbers.removeAll(p.published());
    return numbers;
  }

  private static boolean isToBeArchived(PartitionState p, Generation g) {
    return p.isToBeArchived(g.id().number());
  }

  private Explanation due(PartitionId id, String what) {
    return Explanation.of(
        id,
        what + "; a coordinator does it at its next look.",
        "If this does not change, see whether a coordinator runs and has a place free, and what"
            + " 'tidemark doctor' finds.");
  }

  private Explanation late(PartitionState p, Generation late) {
    if (state.isNamedByPending(late.id())) {
      return pending(late.id());
    }
    String before =
        p.skipped().isPresent()
            ? "It was skipped, for nothing had landed in it, and "
            : "It is published, and ";
    Instant quiet = late.lastLanded().orElse(now).plus(dataset.lateQuiet());
    Instant longest = late.firstLanded().orElse(now).plus(dataset.lateLongestWait());
    Instant earliest = quiet.isBefore(longest) ? quiet : longest;
    return Explanation.of(
        late.id().partition(),
        before
            + rows(late.manifest().rows())
            + " came late: they are added "
            + (earliest.isAfter(now)
                ? "once none has come for "
                    + HowLong.of(dataset.lateQuiet())
                    + ", at "
                    + shown(earliest)
                    + " at the earliest."
                : "by the coordinator's next looks."),
        "'tidemark close " + late.id().partition() + " --force' adds them now.");
  }

  private static Explanation rests(PartitionState p) {
    if (p.skipped().isPresent()) {
      return skipped(p.id(), p.skipped().get());
    }
    return Explanation.of(
        p.id(),
        p.publication()
            .map(
                r ->
                    "Nothing: revision "
                        + r.revision()
                        + " is published with "
                        + rows(r.counts().out())
                        + ", and its files are archived.")
            .orElse("Nothing: it is closed."));
  }

  private static Explanation skipped(PartitionId id, long entry) {
    return Explanation.of(
        id,
        "Nothing: no event landed in it, so it was closed and skipped (entry "
            + entry
            + ", by 'empty-hours: skip'). There is nothing of it in 'final'. What lands for it late is"
            + " published as its first revision.",
        "'tidemark reprocess " + id + "' publishes it, empty.");
  }

  private Explanation open(GenerationId id, String before) {
    return state.isNamedByPending(id) ? pending(id) : opens(id.partition(), before);
  }

  private Explanation pending(GenerationId id) {
    LandingState.Intent intent = state.pending().orElseThrow();
    boolean silent = state.ingest().filter(i -> i.until().isAfter(now)).isEmpty();
    return Explanation.of(
        id.partition(),
        "Run "
            + intent.land().run()
            + " is landing files in it (entry "
            + intent.version()
            + ")"
            + (silent ? ", and nothing was heard of it for the length of its lease." : "."),
        silent
            ? "A coordinator carries it out at its next look, and so does the next ingest that starts."
            : "It takes moments; if this does not change, look at ingest.");
  }

  private Explanation opens(PartitionId id, String before) {
    Instant until = id.end(dataset.granularity()).plus(dataset.grace());
    String closes = "It closes when the watermark reaches " + until + " (its end and the grace). ";
    Optional<Instant> watermark = state.watermark();
    if (watermark.isPresent() && !watermark.get().isBefore(until)) {
      return until.isAfter(now)
          ? Explanation.of(id, before + closes + "The clock is not there yet.")
          : due(id, before + "The watermark has passed it, and it is to be closed");
    }
    String at =
        before
            + closes
            + "The watermark is "
            + watermark.map(w -> "at " + shown(w)).orElse("not known yet");
    Optional<Map.Entry<TopicPartition, SourceState>> furthest = furthestBehind();
    if (furthest.isEmpty()) {
      return watermark.isPresent()
              && watermark.get().plus(dataset.grace()).isBefore(now.minus(dataset.delay()))
          ? Explanation.of(
              id,
              at + ".",
              "It does not follow the clock: see whether ingest runs, and what 'tidemark doctor' finds.")
          : Explanation.of(id, at + ", and follows the clock.");
    }
    SourceState behind = furthest.get().getValue();
    return Explanation.of(
        id,
        at
            + ", waiting for "
            + name(furthest.get().getKey())
            + ", which is "
            + Counted.of(behind.end() - behind.landed(), "record")
            + " behind"
            + behind.maxTime().map(t -> " (at " + shown(t) + ")").orElse("")
            + ".",
        "If that number does not fall, see whether ingest runs. 'tidemark close "
            + id
            + " --force' closes it all the same; what comes later restates it.");
  }

  private Optional<Map.Entry<TopicPartition, SourceState>> furthestBehind() {
    return state.sources().entrySet().stream()
        .filter(s -> s.getValue().landed() < s.getValue().end())
        .filter(s -> !isRetired(s.getKey()))
        .min(Comparator.comparing(s -> s.getValue().maxTime().orElse(Instant.MIN)));
  }

  private boolean isRetired(TopicPartition source) {
    LandingState.Topic topic = state.topics().get(source.topicId());
    return topic == null || topic.retired();
  }

  private String name(TopicPartition source) {
    return state.topics().get(source.topicId()).name() + "-" + source.partition();
  }

  /** A time for people. */
  private static Instant shown(Instant time) {
    return time.truncatedTo(ChronoUnit.SECONDS);
  }

  private static String rows(long rows) {
    return Counted.of(rows, "row");
  }
}
