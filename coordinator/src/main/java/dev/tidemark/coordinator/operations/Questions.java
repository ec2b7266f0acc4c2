package dev.tidemark.coordinator.operations;

import dev.tidemark.coordinator.policy.Retention;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.config.DatasetConfig;
import dev.tidemark.landing.log.Expiry;
import dev.tidemark.landing.log.Generation;
import dev.tidemark.landing.log.Journal;
import dev.tidemark.landing.log.LandingState;
import dev.tidemark.landing.log.LogEntry;
import dev.tidemark.landing.log.LogRecord;
import dev.tidemark.landing.log.PartitionState;
import dev.tidemark.landing.log.Publication;
import dev.tidemark.landing.log.Roots;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.LongStream;

/** What people can ask of a dataset. */
public class Questions {
  /** Entries to look through for the one by which a partition was claimed. */
  private static final int CLAIM_LOOKS = 200;

  private final DatasetConfig dataset;
  private final Journal journal;
  private final Clock clock;

  Questions(DatasetConfig dataset, Journal journal, Clock clock) {
    this.dataset = dataset;
    this.journal = journal;
    this.clock = clock;
  }

  /**
   * The newest state.
   *
   * @throws RefusedException if nothing was ever landed in the root
   */
  public LandingState state() {
    LandingState state = journal.refresh();
    LogEntry.Created created =
        state
            .created()
            .orElseThrow(
                () ->
                    new RefusedException(
                        "There is no landing log in "
                            + dataset.root()
                            + ": nothing has been landed yet. Start 'tidemark ingest' first."));
    Roots.check(created, dataset.name(), dataset.granularity());
    return state;
  }

  /** A partition as the user writes it. */
  public PartitionId parse(String text) {
    return PartitionId.parse(text, dataset.granularity());
  }

  final RefusedException refused(String why) {
    return new RefusedException(dataset.advise(why));
  }

  /** Every partition from {@code from} until {@code to}, both included, where they are given. */
  public List<PartitionSummary> partitions(Optional<PartitionId> from, Optional<PartitionId> to) {
    BackwardRangeException.throwIf(from, to);
    LandingState state = state();
    TreeSet<PartitionId> ids = new TreeSet<>(state.partitions().keySet());
    ids.addAll(journal.records().partitions(from, to));
    return ids.stream()
        .filter(id -> from.isEmpty() || id.compareTo(from.get()) >= 0)
        .filter(id -> to.isEmpty() || id.compareTo(to.get()) <= 0)
        .map(id -> journal.records().find(state, id))
        .flatMap(Optional::stream)
        .map(this::summary)
        .toList();
  }

  /**
   * The newest of them; it costs as much whatever the history before them.
   *
   * @param standing only those that stand so. Where that is at rest, of the newest {@code most}
   * @param most partitions to look at, and to list
   */
  public PartitionPage newest(
      Optional<PartitionId> from,
      Optional<PartitionId> to,
      Optional<PartitionSummary.Standing> standing,
      int most) {
    BackwardRangeException.throwIf(from, to);
    LandingState state = state();
    Instant now = clock.instant();
    PartitionSearch search = new PartitionSearch(journal.records(), from, to);
    List<PartitionId> ids =
        standing.filter(s -> !s.isAtRest()).isPresent()
            ? search.newestOf(
                state, p -> PartitionSummary.Standing.of(p, now) == standing.get(), most + 1)
            : search.newest(state, most + 1);
    List<PartitionSummary> partitions =
        ids.stream()
            .limit(most)
            .sorted()
            .map(id -> journal.records().find(state, id))
            .flatMap(Optional::stream)
            .map(this::summary)
            .filter(p -> standing.isEmpty() || p.standing() == standing.get())
            .toList();
    return new PartitionPage(partitions, ids.stream().skip(most).findFirst());
  }

  /** Everything that is known of a partition, and where its files are. */
  public PartitionDetails details(PartitionState p, Quarantine quarantine) {
    PartitionSummary summary = summary(p);
    return new PartitionDetails(
        summary,
        p,
        p.generations().values().stream()
            .map(g -> GenerationDetails.of(p, g, journal.records().manifest(g)))
            .toList(),
        summary.quarantined() > 0 ? quarantine.countsIfReadable(p.id()) : Optional.empty());
  }

  /**
   * What of a range can be processed again: what is published, and has its archived files. A range
   * of one names that partition, which may have been skipped.
   *
   * @param wanted whether a partition is meant
   * @throws RefusedException if there is nothing, or more than {@code most}
   */
  public ReprocessPlan reprocessPlan(
      Optional<PartitionId> from,
      Optional<PartitionId> to,
      Predicate<PartitionSummary> wanted,
      int most) {
    PartitionPage page = newest(from, to, Optional.empty(), most);
    if (page.next().isPresent()) {
      throw new RefusedException(
          "There are more than " + most + " partitions. Name a shorter range.");
    }
    List<PartitionSummary> meant = page.partitions().stream().filter(wanted).toList();
    return required(
        from.isPresent() && from.equals(to)
            ? ReprocessPlan.ofNamed(meant, this::lacksFiles)
            : ReprocessPlan.of(meant, this::lacksFiles));
  }

  /**
   * Likewise, of some.
   *
   * @throws RefusedException if nothing of one of them is published, unless all were skipped
   */
  public ReprocessPlan reprocessPlan(List<PartitionId> ids) {
    List<PartitionSummary> found =
        ids.stream().distinct().sorted().map(this::partition).map(this::summary).toList();
    ReprocessPlan plan = ReprocessPlan.ofNamed(found, this::lacksFiles);
    found.stream()
        .filter(p -> p.revision() == 0 && !plan.partitions().contains(p))
        .findFirst()
        .ifPresent(
            p -> {
              throw new RefusedException(
                  p.partition() + " is not published yet, so there is nothing to process again.");
            });
    return required(plan);
  }

  private static ReprocessPlan required(ReprocessPlan plan) {
    if (plan.partitions().isEmpty()) {
      throw new RefusedException(
          plan.passedOver().isEmpty()
              ? "Nothing of that is published, so there is nothing to process again."
              : "The archived files of "
                  + plan.passedOver()
                  + " have expired, so there is nothing to process again.");
    }
    return plan;
  }

  private boolean lacksFiles(PartitionId id) {
    return !partition(id).expiredGenerations().isEmpty();
  }

  /**
   * The partitions that log entries after a version are about. Costs as much as there are such
   * entries.
   *
   * @param most entries to look through, the oldest first
   * @throws RefusedException if not all of these entries are kept any more
   */
  public PartitionChanges changedSince(long version, int most) {
    LandingState state = state();
    if (version > state.version()) {
      throw refused(
          "The log has no version "
              + version
              + " yet; its newest is "
              + state.version()
              + ". Was the version read from another root? 'tidemark partitions' lists all partitions.");
    }
    long until = Math.min(state.version(), version + most);
    SortedMap<PartitionId, Long> changed =
        journal
            .changedSince(version, until, state)
            .orElseThrow(
                () ->
                    refused(
                        "Not all entries of the log after version "
                            + version
                            + " are kept any more, so what changed since is not known. List all partitions"
                            + " with 'tidemark partitions', and go on from version "
                            + state.version()
                            + "."));
    return new PartitionChanges(
        until,
        state.version(),
        changed.entrySet().stream()
            .flatMap(
                c ->
                    journal.records().find(state, c.getKey()).stream()
                        .map(p -> new PartitionChanges.Change(summary(p), c.getValue())))
            .toList());
  }

  /**
   * Everything that is known of a partition.
   *
   * @throws RefusedException if nothing ever landed in it
   */
  public PartitionState partition(PartitionId id) {
    return find(id)
        .orElseThrow(
            () -> new RefusedException(id + " holds nothing: no event of that time has landed."));
  }

  /** Likewise, where it may be that nothing ever landed in it. */
  public Optional<PartitionState> find(PartitionId id) {
    return journal.records().find(state(), id);
  }

  /** The one thing that a partition waits for now. */
  public Explanation explain(PartitionId id) {
    LandingState state = state();
    Optional<PartitionState> known = journal.records().find(state, id);
    Explanation explanation =
        new Explain(dataset, state, clock.instant())
            .explain(
                id,
                known,
                known.map(this::keptRows).orElse(0L),
                known.flatMap(p -> holder(p).or(() -> claimant(state, p))));
    return explanation.advising(dataset);
  }

  /** Who has it in work, as far as the log still has that. */
  private Optional<LogRecord> claimant(LandingState state, PartitionState p) {
    Optional<LogEntry.Claim> claim = p.claim().filter(c -> c.until().isAfter(clock.instant()));
    return claim.flatMap(
        c ->
            LongStream.range(0, CLAIM_LOOKS)
                .mapToObj(back -> journal.entry(state.version() - back))
                .takeWhile(Optional::isPresent)
                .flatMap(Optional::stream)
                .filter(
                    r -> r.entry() instanceof LogEntry.Claim x && x.attempt().equals(c.attempt()))
                .findFirst());
  }

  /** What holds it, as far as the log still has that. */
  private Optional<LogRecord> holder(PartitionState p) {
    return p.hold()
        .flatMap(reason -> journal.entry(p.barred()))
        .filter(r -> r.entry() instanceof LogEntry.Held held && held.partition().equals(p.id()));
  }

  public PartitionSummary summary(PartitionState p) {
    int files = 0;
    long bytes = 0;
    long landed = 0;
    for (Generation g : p.generations().values()) {
      var manifest = journal.records().manifest(g);
      if (!p.expiredGenerations().contains(g.id().number())) {
        files += manifest.files().size();
        bytes += manifest.bytes();
      }
      landed += manifest.rows();
    }
    Optional<LogEntry.Counts> counts =
        p.publication().filter(x -> !p.isFinalExpired()).map(x -> x.counts());
    return new PartitionSummary(
        p.id(),
        PartitionSummary.Standing.of(p, clock.instant()),
        p.generations().size(),
        files,
        bytes,
        landed,
        p.publication().map(x -> x.revision()).orElse(0),
        counts.map(LogEntry.Counts::out).orElse(0L),
        counts.map(LogEntry.Counts::duplicates).orElse(0L),
        counts.map(LogEntry.Counts::quarantined).orElse(0L),
        p.failure()
            .map(f -> f.last().error())
            .or(p::hold)
            .or(() -> p.pin().map(pin -> "pinned: " + pin))
            .or(() -> keptNote(p)));
  }

  /** Events that are in no revision, and will be in none by themselves. */
  private Optional<String> keptNote(PartitionState p) {
    long rows = keptRows(p);
    return rows == 0
        ? Optional.empty()
        : Optional.of(
            rows
                + (rows == 1 ? " row" : " rows")
                + " came after retention had removed parts of it, and are kept in archive alone");
  }

  /** Rows that are archived but came too late to be published. */
  private long keptRows(PartitionState p) {
    return p.canRestate()
        ? 0
        : p.unpublished().stream()
            .mapToLong(g -> journal.records().manifest(p.generations().get(g)).rows())
            .sum();
  }

  /** What of the partitions has reached its age, and would go now. */
  public List<LogEntry.Expire> expirable(Optional<PartitionId> from, Optional<PartitionId> to) {
    LandingState state = state();
    Retention retention = new Retention(dataset);
    return journal.records().partitions(from, to).stream()
        .map(id -> journal.records().find(state, id))
        .flatMap(Optional::stream)
        .map(p -> retention.due(p, clock.instant()))
        .flatMap(Optional::stream)
        .toList();
  }

  /** What has begun to be removed, and is not known to be gone yet. */
  public List<LogEntry.Expire> expiring(Optional<PartitionId> from, Optional<PartitionId> to) {
    return state().partitions().values().stream()
        .filter(PartitionState::isExpiring)
        .filter(p -> from.filter(f -> p.id().compareTo(f) < 0).isEmpty())
        .filter(p -> to.filter(t -> p.id().compareTo(t) > 0).isEmpty())
        .map(this::begun)
        .toList();
  }

  /** The entry, or if the log has it no more, what retention ever removed of the partition. */
  private LogEntry.Expire begun(PartitionState p) {
    Expiry expiry = p.expiry().orElseThrow();
    return expiry
        .pending()
        .flatMap(journal::entry)
        .map(r -> (LogEntry.Expire) r.entry())
        .orElseGet(
            () ->
                new LogEntry.Expire(
                    p.id(),
                    expiry.generations(),
                    expiry.published(),
                    Optional.empty(),
                    Optional.empty()));
  }

  /**
   * The earlier revision that a rollback would bring back.
   *
   * @param number of it; without one, the newest
   * @throws RefusedException if there is none, or retention has emptied it
   */
  public Publication earlier(PartitionId id, Optional<Integer> number) {
    PartitionState p = partition(id);
    List<Publication> all = p.kept();
    Optional<Publication> wanted =
        number
            .map(n -> p.revisions().flatMap(r -> r.find(n)))
            .orElseGet(() -> p.earlier().stream().reduce((a, b) -> b));
    if (wanted.isPresent() && !all.contains(wanted.get())) {
      throw new RefusedException(
          id
              + " cannot go back to revision "
              + wanted.get().revision()
              + ": retention has emptied it"
              + (all.isEmpty()
                  ? ", and no earlier one is kept."
                  : ". Kept are " + all.stream().map(Publication::revision).toList() + "."));
    }
    return wanted.orElseThrow(
        () ->
            new RefusedException(
                id
                    + (all.isEmpty()
                        ? " has no earlier revision that could be brought back."
                        : " has no earlier revision "
                            + number.get()
                            + "; there are "
                            + all.stream().map(Publication::revision).toList()
                            + ".")));
  }
}
