package dev.tidemark.coordinator.audit;

import dev.tidemark.coordinator.audit.AuditReport.Finding;
import dev.tidemark.coordinator.operations.BackwardRangeException;
import dev.tidemark.landing.Granularity;
import dev.tidemark.landing.LandedFile;
import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.Manifest;
import dev.tidemark.landing.OffsetRange;
import dev.tidemark.landing.OffsetSet;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.TopicPartition;
import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.log.Generation;
import dev.tidemark.landing.log.Journal;
import dev.tidemark.landing.log.LandingState;
import dev.tidemark.landing.log.LogEntry;
import dev.tidemark.landing.log.PartitionState;
import dev.tidemark.landing.log.Publication;
import dev.tidemark.landing.log.SourceState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Proves that every record is accounted for exactly once, from the landing log and the records of
 * partitions: that no offset of a topic-partition stands in two files, that lines, null values,
 * gaps and offsets without a record add up to what the log says was landed, and that what was
 * landed is in {@code final}, a duplicate, quarantined, waits, or is kept. What retention removed
 * counts as what it was. Then it looks whether the files are where the log says, with the length
 * that it says. Changes nothing; a pipeline may run meanwhile.
 */
public final class Audit {
  private final Journal journal;
  private final PartitionFiles standing;
  private final List<Finding> findings = new ArrayList<>();
  private final List<Finding> notes = new ArrayList<>();
  private final Map<TopicPartition, OffsetSet> offsets = new HashMap<>();
  private long landed;
  private long out;
  private long duplicates;
  private long quarantined;
  private long waiting;
  private long kept;

  /** An audit is run once. */
  public Audit(Journal journal, LandingFileSystem files) {
    this.journal = journal;
    this.standing = new PartitionFiles(journal, files);
  }

  /**
   * Looks at the partitions from one until another, both included, where they are given.
   *
   * @throws LandingException.Unavailable if something cannot be read
   */
  public AuditReport run(Optional<PartitionId> from, Optional<PartitionId> to) {
    BackwardRangeException.throwIf(from, to);
    LandingState state = journal.refresh();
    SortedSet<PartitionId> ids = new TreeSet<>(journal.records().partitions(from, to));
    boolean complete = from.isEmpty() && to.isEmpty();
    if (complete) {
      findMissing(state, ids);
    }
    ids.addAll(state.partitions().keySet());
    ids.removeIf(id -> from.filter(f -> id.compareTo(f) < 0).isPresent());
    ids.removeIf(id -> to.filter(t -> id.compareTo(t) > 0).isPresent());
    for (PartitionId id : ids) {
      journal.records().find(state, id).ifPresent(p -> check(state, p));
    }
    return new AuditReport(
        state.version(),
        complete,
        sources(state, complete),
        new AuditReport.Totals(ids.size(), landed, out, duplicates, quarantined, waiting, kept),
        findings,
        notes);
  }

  /**
   * Every closed hour has a record, or is on its way, from the first that was waited for: late
   * events may be of long before it.
   */
  private void findMissing(LandingState state, SortedSet<PartitionId> recorded) {
    Optional<PartitionId> first =
        recorded.stream()
            .filter(id -> journal.records().find(state, id).filter(p -> p.wasAwaited()).isPresent())
            .findFirst();
    if (first.isEmpty() || state.closedThrough().isEmpty()) {
      return;
    }
    Granularity granularity = state.granularity();
    for (PartitionId id = first.get();
        id.compareTo(state.closedThrough().get()) < 0;
        id = id.next(granularity)) {
      if (!recorded.contains(id) && state.partition(id).isEmpty()) {
        find(id, "it is closed, but has no record");
      }
    }
  }

  private void check(LandingState state, PartitionState partition) {
    long rows = 0;
    long unpublished = 0;
    for (Generation generation : partition.generations().values()) {
      Manifest manifest = journal.records().manifest(generation);
      manifest.files().forEach(f -> account(state, f));
      rows += manifest.rows();
      if (!partition.published().contains(generation.id().number())) {
        unpublished += manifest.rows();
      }
    }
    landed += rows;
    if (partition.canRestate()) {
      waiting += unpublished;
    } else if (unpublished > 0) {
      kept += unpublished;
      notes.add(
          new Finding(
              partition.id().toString(),
              unpublished
                  + (unpublished == 1 ? " row" : " rows")
                  + " came when retention had removed parts of it; kept in archive and in no revision"));
    }
    if (partition.publication().isPresent()) {
      check(partition, partition.publication().get(), rows - unpublished);
    }
    standing.check(state, partition, findings, notes);
  }

  private void check(PartitionState partition, Publication publication, long rows) {
    LogEntry.Counts counts = publication.counts();
    if (counts.in() != rows) {
      find(
          partition.id(),
          "revision "
              + publication.revision()
              + " was made of "
              + counts.in()
              + " rows, but its generations hold "
              + rows);
    }
    out += counts.out();
    duplicates += counts.duplicates();
    quarantined += counts.quarantined();
  }

  private void account(LandingState state, LandedFile file) {
    OffsetSet set = offsets.computeIfAbsent(file.source(), s -> new OffsetSet());
    for (OffsetRange range : file.offsets()) {
      set.add(range)
          .ifPresent(
              twice ->
                  find(
                      file.generation(),
                      "offset "
                          + twice
                          + " of "
                          + new SourceNames(state).of(file.source())
                          + " is landed twice; the second time in "
                          + file.name()));
    }
  }

  private List<AuditReport.Source> sources(LandingState state, boolean complete) {
    List<AuditReport.Source> sources = new ArrayList<>();
    state.sources().forEach((source, s) -> sources.add(check(state, source, s, complete)));
    return sources;
  }

  private AuditReport.Source check(
      LandingState state, TopicPartition source, SourceState said, boolean complete) {
    SourceNames names = new SourceNames(state);
    String name = names.of(source);
    OffsetSet found = offsets.getOrDefault(source, new OffsetSet());
    found
        .span()
        .filter(s -> s.from() < said.start() || s.until() > said.reach())
        .ifPresent(
            s ->
                find(
                    name,
                    "offsets "
                        + s
                        + " stand in files, but the log landed ["
                        + said.start()
                        + ", "
                        + said.reach()
                        + ")"));
    long rows = said.rows() + said.ahead().stream().mapToLong(OffsetRange::length).sum();
    if (complete && found.size() != rows) {
      find(name, "the log landed " + rows + " lines, but the manifests hold " + found.size());
    }
    long empty = said.landed() - said.start() - said.rows() - said.nulls() - said.lost();
    if (empty < 0) {
      find(name, "the log counts more lines, null values and gaps than it landed offsets");
    }
    return new AuditReport.Source(
        source,
        state.topics().get(source.topicId()).name(),
        name,
        names.isReplaced(source),
        said.start(),
        said.landed(),
        said.rows(),
        said.nulls(),
        said.lost(),
        empty);
  }

  private void find(Object where, String what) {
    findings.add(new Finding(where.toString(), what));
  }
}
