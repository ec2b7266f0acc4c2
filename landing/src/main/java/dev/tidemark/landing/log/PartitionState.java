package dev.tidemark.landing.log;

import dev.tidemark.landing.GenerationId;
import dev.tidemark.landing.PartitionId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * A partition that is open, on its way, or came back (a late event, a request). One that is closed
 * and rests in {@code final} and {@code archive} is not in the state but in its record.
 *
 * @param returned whether it was closed before it came into the state
 * @param generations by number; a returned partition's archived ones are missing until an entry
 *     says what its record holds
 * @param publication the last one completed
 * @param intended one that was intended after it and is not known to be complete
 * @param hold why no new step begins
 * @param reprocess why it is to be processed again
 * @param failure of the last action that failed, until something succeeds or it is released
 * @param claim on processing
 * @param barred version of the last entry that bars attempts started before it from publishing
 * @param revisions what is known of those besides the published one, if there is anything
 * @param expiry what retention has removed, if it has removed anything
 * @param skipped version of the entry that closed it with nothing in it, and said that nothing is
 *     published of that; absent once something is published
 */
public record PartitionState(
    PartitionId id,
    boolean returned,
    SortedMap<Long, Generation> generations,
    Optional<Publication> publication,
    Optional<Publication> intended,
    Optional<String> hold,
    Optional<String> reprocess,
    Optional<Failure> failure,
    Optional<LogEntry.Claim> claim,
    long barred,
    Optional<Revisions> revisions,
    Optional<Expiry> expiry,
    Optional<Long> skipped) {

  /** How often in a row an action failed, and what it said last. */
  public record Failure(LogEntry.Failed last, int count) {}

  static PartitionState opened(PartitionId id) {
    return returned(id, false).with(Generation.open(new GenerationId(id, 0)));
  }

  static PartitionState returned(PartitionId id) {
    return returned(id, true);
  }

  private static PartitionState returned(PartitionId id, boolean returned) {
    return new PartitionState(
        id,
        returned,
        new TreeMap<>(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        -1,
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /** Whether what became of it before is known from its record alone. */
  public boolean lacksBase() {
    return returned && publication.isEmpty() && !generations.containsKey(0L);
  }

  /**
   * Whether it was waited for, so that all after it are closed in their order. One from before the
   * first that landed has late events only, and no generation 0.
   */
  public boolean wasAwaited() {
    return generations.containsKey(0L);
  }

  /** Whether generation 0 is closed, so that what comes now is late. */
  public boolean isClosed() {
    return returned || generations.get(0L).step() != Generation.Step.OPEN;
  }

  /** The generation that takes files now, if one is open. */
  public Optional<Generation> open() {
    return generations.values().stream()
        .filter(g -> g.step() == Generation.Step.OPEN)
        .max(Comparator.comparing(g -> g.id().number()));
  }

  /** Numbers of the generations at or past a step. */
  public SortedSet<Long> reached(Generation.Step step) {
    return numbers(g -> g.step().compareTo(step) >= 0);
  }

  /** Numbers of the generations of the last completed publication. */
  public SortedSet<Long> published() {
    return publication.map(Publication::generations).orElseGet(TreeSet::new);
  }

  /**
   * Numbers of the generations of which nothing is to be published any more: those that are, and
   * the one that was skipped for nothing had landed in it.
   */
  public SortedSet<Long> accountedFor() {
    SortedSet<Long> numbers = new TreeSet<>(published());
    skipped.ifPresent(version -> numbers.add(0L));
    return numbers;
  }

  /** Whether nothing landed in it, and therefore nothing is published, or asked for. */
  public boolean isSkipped() {
    return skipped.isPresent() && generations.size() == 1 && reprocess.isEmpty();
  }

  /**
   * Whether a new revision can be processed now, for whatever reason: what is published is
   * archived, and everything closed is staged. A copy needs none of the archived files.
   */
  public boolean canProcess() {
    return hold.isEmpty()
        && intended.isEmpty()
        && !isExpiring()
        && (wanted().isPresent() || expiredGenerations().isEmpty())
        && !reached(Generation.Step.STAGED).isEmpty()
        && reached(Generation.Step.CLOSED).equals(reached(Generation.Step.STAGED))
        && reached(Generation.Step.ARCHIVED).containsAll(published());
  }

  /**
   * Whether a new revision is wanted: somebody asked for one, or there is something new to publish
   * and nothing is pinned.
   */
  public boolean wantsProcessing() {
    return wanted().isPresent()
        || reprocess.isPresent()
        || (pin().isEmpty()
            && canRestate()
            && !accountedFor().containsAll(reached(Generation.Step.STAGED)));
  }

  /**
   * Whether late events may replace what is published. Not once retention has removed it, or the
   * archived files that a new revision would have to be made of as well.
   */
  public boolean canRestate() {
    return expiredGenerations().isEmpty() && !isFinalExpired();
  }

  /** Numbers of the generations that retention deleted from {@code archive}. */
  public SortedSet<Long> expiredGenerations() {
    return expiry.map(Expiry::generations).orElseGet(TreeSet::new);
  }

  /** Whether retention removed what was published. */
  public boolean isFinalExpired() {
    return expiry.filter(Expiry::published).isPresent();
  }

  /** Whether what an {@code expire} entry removes may still stand there. */
  public boolean isExpiring() {
    return expiry.flatMap(Expiry::pending).isPresent();
  }

  /**
   * Whether a staged generation may go to {@code archive}: it is published, or it came too late to
   * be, and is kept there.
   */
  public boolean isToBeArchived(long generation) {
    return published().contains(generation) || (!canRestate() && !wantsProcessing());
  }

  /** Numbers of the archived generations that the published revision does not hold. */
  public SortedSet<Long> unpublished() {
    SortedSet<Long> numbers = reached(Generation.Step.ARCHIVED);
    numbers.removeAll(published());
    return numbers;
  }

  /** Revisions before the published one, oldest first. */
  public List<Publication> earlier() {
    return revisions.map(Revisions::earlier).orElseGet(List::of);
  }

  /** Those of them that retention has not emptied, oldest first. */
  public List<Publication> kept() {
    return keptAfter(expiry.map(Expiry::replaced).orElse(-1L));
  }

  /** Those that an entry would leave. */
  public List<Publication> keptAfter(LogEntry.Expire e) {
    return e.published() ? List.of() : e.replaced().map(this::keptAfter).orElseGet(this::kept);
  }

  private List<Publication> keptAfter(long emptied) {
    List<Publication> all = new ArrayList<>(earlier());
    publication.ifPresent(all::add);
    // Each stands under the version of the publication that replaced it.
    return IntStream.range(0, earlier().size())
        .filter(i -> all.get(i + 1).version() > emptied)
        .mapToObj(all::get)
        .toList();
  }

  /** An earlier revision of which a copy is to be published. */
  public Optional<Publication> wanted() {
    return revisions.flatMap(Revisions::wanted);
  }

  /** Why no other revision takes the place of what is published or wanted. */
  public Optional<String> pin() {
    return revisions.flatMap(Revisions::pin);
  }

  /** Whether nothing is left to do and nothing to remember, so that it rests in its record. */
  public boolean isSettled() {
    return hold.isEmpty()
        && pin().isEmpty()
        && reprocess.isEmpty()
        && intended.isEmpty()
        && !isExpiring()
        && generations.values().stream().allMatch(g -> g.step() == Generation.Step.ARCHIVED)
        && (accountedFor().equals(new TreeSet<>(generations.keySet()))
            || (publication.isPresent() && !canRestate()));
  }

  PartitionState with(Generation g) {
    TreeMap<Long, Generation> all = new TreeMap<>(generations);
    all.put(g.id().number(), g);
    return changed(d -> d.generations = all);
  }

  /** With what a record adds to it: generations that are archived, and the last publication. */
  public PartitionState withBase(LogEntry.Base base) {
    PartitionState next = this;
    for (long number : base.generations()) {
      if (!generations.containsKey(number)) {
        next = next.with(Generation.archivedBefore(new GenerationId(id, number), base.record()));
      }
    }
    return next.publication.isPresent()
        ? next
        : next.publishing(base.publication())
            .with(base.revisions())
            .expiring(base.expiry())
            .skipping(base.skipped());
  }

  PartitionState skipping(Optional<Long> version) {
    return changed(d -> d.skipped = version);
  }

  PartitionState expiring(Optional<Expiry> next) {
    return changed(d -> d.expiry = next);
  }

  PartitionState with(Optional<Revisions> known) {
    return changed(d -> d.revisions = known.filter(r -> !r.equals(Revisions.NONE)));
  }

  PartitionState revising(UnaryOperator<Revisions> change) {
    return with(Optional.of(change.apply(revisions.orElse(Revisions.NONE))));
  }

  PartitionState intending(Optional<Publication> next) {
    return changed(d -> d.intended = next);
  }

  PartitionState publishing(Optional<Publication> next) {
    return changed(d -> d.publication = next);
  }

  PartitionState held(Optional<String> reason, long version) {
    return changed(d -> d.hold = reason).barredAt(version);
  }

  PartitionState requested(Optional<String> reason) {
    return changed(d -> d.reprocess = reason);
  }

  PartitionState failing(Optional<Failure> next) {
    return changed(d -> d.failure = next);
  }

  PartitionState claimed(Optional<LogEntry.Claim> next) {
    return changed(d -> d.claim = next);
  }

  PartitionState barredAt(long version) {
    return changed(d -> d.barred = version);
  }

  private PartitionState changed(Consumer<Draft> change) {
    Draft draft = new Draft(this);
    change.accept(draft);
    return draft.done();
  }

  /** A copy in which what may change can be set. */
  private static final class Draft {
    private final PartitionState before;
    private SortedMap<Long, Generation> generations;
    private Optional<Publication> publication;
    private Optional<Publication> intended;
    private Optional<String> hold;
    private Optional<String> reprocess;
    private Optional<Failure> failure;
    private Optional<LogEntry.Claim> claim;
    private long barred;
    private Optional<Revisions> revisions;
    private Optional<Expiry> expiry;
    private Optional<Long> skipped;

    Draft(PartitionState before) {
      this.before = before;
      generations = before.generations;
      publication = before.publication;
      intended = before.intended;
      hold = before.hold;
      reprocess = before.reprocess;
      failure = before.failure;
      claim = before.claim;
      barred = before.barred;
      revisions = before.revisions;
      expiry = before.expiry;
      skipped = before.skipped;
    }

    PartitionState done() {
      return new PartitionState(
          before.id,
          before.returned,
          generations,
          publication,
          intended,
          hold,
          reprocess,
          failure,
          claim,
          barred,
          revisions,
          expiry,
          skipped);
    }
  }

  private SortedSet<Long> numbers(Predicate<Generation> which) {
    TreeSet<Long> numbers = new TreeSet<>();
    generations.forEach(
        (number, g) -> {
          if (which.test(g)) {
            numbers.add(number);
          }
        });
    return numbers;
  }
}
