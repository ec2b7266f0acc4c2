package dev.tidemark.coordinator.operations;

import dev.tidemark.batch.publish.KeptRevision;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.config.DatasetConfig;
import dev.tidemark.landing.fs.LandingFileSystem;
import java.util.List;
import java.util.Optional;

/** A dataset whose root can be opened here. */
public final class DirectAccess implements DatasetAccess {
  private static final int ENTRIES = 100;
  private static final int LINES = 100;
  private static final int MOST_CHANGES = 5000;

  private final DatasetConfig dataset;
  private final Operations operations;
  private final LandingFileSystem files;
  private final Quarantine quarantine;

  public DirectAccess(DatasetConfig dataset, Operations operations, LandingFileSystem files) {
    this.dataset = dataset;
    this.operations = operations;
    this.files = files;
    this.quarantine = new Quarantine(files);
  }

  @Override
  public PartitionId parse(String text) {
    return operations.parse(text);
  }

  @Override
  public String advise(String text) {
    return dataset.advise(text);
  }

  @Override
  public long version() {
    return operations.state().version();
  }

  @Override
  public List<PartitionSummary> partitions(Optional<PartitionId> from, Optional<PartitionId> to) {
    return operations.partitions(from, to);
  }

  @Override
  public PartitionChanges someChangedSince(long version) {
    return operations.changedSince(version, MOST_CHANGES);
  }

  @Override
  public PartitionDetails details(PartitionId id) {
    return operations.details(operations.partition(id), quarantine);
  }

  @Override
  public Explanation explain(PartitionId id) {
    return operations.explain(id);
  }

  @Override
  public LogTail.Tail log(long from) {
    return new LogTail(files).from(from, ENTRIES);
  }

  @Override
  public List<QuarantineReason> quarantine(
      Optional<PartitionId> from, Optional<PartitionId> to, String reason) {
    return quarantine.reasons(published(from, to), Quarantine.containing(reason));
  }

  @Override
  public QuarantinePage quarantined(PartitionId id, String reason, Optional<String> cursor) {
    return new QuarantineReader(files, id)
        .page(operations.partition(id), Quarantine.containing(reason), cursor, LINES);
  }

  private List<PartitionSummary> published(Optional<PartitionId> from, Optional<PartitionId> to) {
    return operations.partitions(from, to).stream().filter(p -> p.revision() > 0).toList();
  }

  @Override
  public void hold(PartitionId id, String reason) {
    operations.hold(id, reason);
  }

  @Override
  public void release(PartitionId id, String reason) {
    operations.release(id, reason);
  }

  @Override
  public void retry(PartitionId id, String reason) {
    operations.retry(id, reason);
  }

  @Override
  public void close(PartitionId id, String reason) {
    operations.close(id, Optional.of(reason));
  }

  @Override
  public void reprocess(PartitionId id, String reason) {
    operations.reprocess(id, reason);
  }

  @Override
  public BroughtBack rollback(PartitionId id, Optional<Integer> number, String reason) {
    return operations.rollback(id, number, reason, new KeptRevision(files));
  }
}
