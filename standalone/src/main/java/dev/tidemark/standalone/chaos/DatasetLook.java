package dev.tidemark.standalone.chaos;

import dev.tidemark.coordinator.operations.Operations;
import dev.tidemark.coordinator.operations.PartitionSummary;
import dev.tidemark.landing.config.ConfigFile;
import dev.tidemark.landing.config.DatasetConfig;
import dev.tidemark.landing.config.Problems;
import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.hadoop.FileSystems;
import dev.tidemark.landing.log.Journal;
import dev.tidemark.standalone.demo.KafkaCount;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The dataset as one sees it who neither lands nor publishes, past every link. */
final class DatasetLook {
  private final Cluster cluster;
  private final DatasetConfig dataset;
  private final LandingFileSystem files;
  private final Operations operations;

  DatasetLook(Cluster cluster, Clock clock) {
    this.cluster = cluster;
    Problems problems = new Problems();
    ConfigFile config = ConfigFile.read(cluster.files().config(), Map.of(), List.of());
    dataset = DatasetConfig.readAll(config.root(problems)).get(0);
    problems.throwIfAny();
    files = FileSystems.open(cluster.addresses().directRoot(), cluster.hadoop());
    operations = new Operations(dataset, Journal.of(files, clock, "chaos"), clock);
  }

  DatasetConfig dataset() {
    return dataset;
  }

  LandingFileSystem files() {
    return files;
  }

  List<PartitionSummary> partitions() {
    return operations.partitions(Optional.empty(), Optional.empty());
  }

  long landed() {
    return partitions().stream().mapToLong(PartitionSummary::landed).sum();
  }

  /** Records in Kafka, as a consumer counts them. */
  long inKafka() {
    return new KafkaCount(Map.of("bootstrap.servers", cluster.addresses().bootstrapServers()))
        .byPartition(dataset.topics(), dataset.granularity()).values().stream()
            .mapToLong(Long::longValue)
            .sum();
  }

  /** What the partition waits for. */
  String waitsFor(PartitionSummary p) {
    return operations.explain(p.partition()).waitsFor();
  }
}
