package dev.tidemark.standalone;

import dev.tidemark.coordinator.action.Close;
import dev.tidemark.coordinator.operations.Operations;
import dev.tidemark.coordinator.operations.PartitionSummary;
import dev.tidemark.landing.config.DatasetConfig;
import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.hadoop.FileSystems;
import dev.tidemark.landing.log.Journal;
import dev.tidemark.landing.log.LandingLog;
import dev.tidemark.landing.log.LandingState;
import dev.tidemark.landing.log.LogEntry;
import dev.tidemark.landing.log.LogRecord;
import dev.tidemark.landing.log.PartitionState;
import dev.tidemark.standalone.demo.KafkaCount;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;

/** A dataset as others see it, who neither land nor publish: its log, and what stands in final. */
final class DatasetView {
  private final DatasetConfig dataset;
  private final Journal journal;
  private final Operations operations;
  private final LandingLog log;

  DatasetView(DatasetConfig dataset, Clock clock) {
    LandingFileSystem files = FileSystems.open(dataset.root());
    this.dataset = dataset;
    this.log = new LandingLog(files);
    this.journal = Journal.of(files, clock, "test");
    this.operations = new Operations(dataset, journal, clock);
  }

  LandingState state() {
    return journal.refresh();
  }

  Operations operations() {
    return operations;
  }

  /** Closes every generation that takes files now, unless a pending intent names it. */
  void closeWhateverIsOpen() {
    for (PartitionState p : state().partitions().values()) {
      Close close = new Close(journal, dataset.emptyHours());
      p.open().ifPresent(g -> close.run(g.id(), LogEntry.CloseReason.FORCED));
    }
  }

  /** Every entry of a type that the log has, in its order. */
  <E extends LogEntry> List<E> entries(Class<E> type) {
    List<E> found = new ArrayList<>();
    for (Optional<LogRecord> r = log.read(0); r.isPresent(); r = log.read(r.get().version() + 1)) {
      if (type.isInstance(r.get().entry())) {
        found.add(type.cast(r.get().entry()));
      }
    }
    return found;
  }

  /** Every partition; none before the first ingest has started. */
  List<PartitionSummary> partitions() {
    return state().created().isEmpty()
        ? List.of()
        : operations.partitions(Optional.empty(), Optional.empty());
  }

  long landedRows() {
    return partitions().stream().mapToLong(PartitionSummary::landed).sum();
  }

  /** How many records Kafka has of the dataset's topics. */
  long recordsInKafka(String bootstrapServers) {
    return new KafkaCount(Map.of("bootstrap.servers", bootstrapServers))
        .byPartition(dataset.topics(), dataset.granularity()).values().stream()
            .mapToLong(Long::longValue)
            .sum();
  }

  /** Whether so many records have landed at least, and every partition is carried through. */
  boolean isCarriedThrough(long landed) {
    List<PartitionSummary> all = partitions();
    return all.stream().mapToLong(PartitionSummary::landed).sum() >= landed
        && all.stream().allMatch(p -> p.standing() == PartitionSummary.Standing.ARCHIVED);
  }

  /**
   * The id of every row in final, read as any reader of Parquet would: from the directory tree,
   * without asking the log.
   */
  List<String> publishedIds(SparkSession spark) {
    return published(spark).select("event_id").as(Encoders.STRING()).collectAsList();
  }

  /**
   * The rows in final, read as above, with the column {@code file}, the path of the file that each
   * row stands in.
   */
  Dataset<Row> published(SparkSession spark) {
    return spark
        .read()
        .option("recursiveFileLookup", "true")
        .parquet(dataset.root() + "/final")
        .withColumn("file", functions.input_file_name());
  }
}
