package dev.tidemark.standalone.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.tidemark.coordinator.operations.PartitionSummary;
import dev.tidemark.landing.LandingZone;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.fs.LandingFileSystem;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;

/**
 * Finds every event where it ended: by reading the files and the topic as anybody would, without
 * asking the landing log what there should be.
 */
final class Places {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Duration POLL = Duration.ofMillis(200);

  private final Cluster cluster;
  private final LandingFileSystem files;

  Places(Cluster cluster, LandingFileSystem files) {
    this.cluster = cluster;
    this.files = files;
  }

  /** Every row in {@code final}, read by Spark from the directory tree. */
  List<Place> published() {
    Path warehouse = cluster.files().directory().resolve("warehouse");
    SparkSession spark =
        SparkSession.builder()
            .appName("chaos")
            .master("local[2]")
            .config("spark.ui.enabled", "false")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.local.dir", cluster.files().spark().toString())
            .config("spark.sql.warehouse.dir", warehouse.toString())
            .getOrCreate();
    try {
      List<Place> places = new ArrayList<>();
      List<Row> rows =
          spark
              .read()
              .option("recursiveFileLookup", "true")
              .parquet(cluster.addresses().directRoot() + "/final")
              .select(functions.col("event_id"), functions.input_file_name())
              .collectAsList();
      rows.forEach(r -> places.add(new Place(partitionOf(r.getString(1)), r.getString(0), "")));
      return places;
    } finally {
      spark.stop();
    }
  }

  private static String partitionOf(String file) {
    String below = file.substring(file.indexOf("/final/") + "/final/".length());
    return PartitionId.ofDirectory(below.substring(0, below.indexOf("/type=")))
        .map(PartitionId::toString)
        .orElse(below);
  }

  /** Every line in the quarantine of these partitions. */
  List<Place> quarantined(List<PartitionSummary> partitions) throws IOException {
    List<Place> places = new ArrayList<>();
    for (PartitionSummary each : partitions) {
      String directory = LandingZone.published(each.partition()) + "/" + LandingZone.QUARANTINE;
      if (files.stat(directory).isPresent()) {
        for (LandingFileSystem.Entry file : files.list(directory)) {
          addLines(each.partition().toString(), directory + "/" + file.name(), places);
        }
      }
    }
    return places;
  }

  private void addLines(String partition, String file, List<Place> places) throws IOException {
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(files.open(file), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        JsonNode row = JSON.readTree(line);
        String record =
            row.path("topic").asText()
                + "-"
                + row.path("partition").asText()
                + "@"
                + row.path("offset").asText();
        String id = JSON.readTree(row.path("raw").asText("{}")).path("event_id").asText();
        places.add(new Place(partition, id, record));
      }
    }
  }

  /** The id of every record in the topic of rejected events. */
  List<String> rejected() throws IOException {
    Map<String, Object> settings =
        Map.of(
            "bootstrap.servers",
            cluster.addresses().bootstrapServers(),
            "enable.auto.commit",
            "false");
    List<String> ids = new ArrayList<>();
    TopicPartition topic = new TopicPartition(ClusterConfig.REJECTED, 0);
    List<byte[]> values = new ArrayList<>();
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      consumer.assign(List.of(topic));
      consumer.seekToBeginning(List.of(topic));
      long end = consumer.endOffsets(List.of(topic)).get(topic);
      while (consumer.position(topic) < end) {
        consumer.poll(POLL).forEach(r -> values.add(r.value()));
      }
    }
    for (byte[] each : values) {
      ids.add(JSON.readTree(each).path("event_id").asText());
    }
    return ids;
  }

  /** How many files there are in a directory of the root, at any depth. */
  long countFiles(String directory) throws IOException {
    Optional<LandingFileSystem.Entry> there = files.stat(directory);
    if (there.isEmpty()) {
      return 0;
    }
    long count = 0;
    for (LandingFileSystem.Entry each : files.list(directory)) {
      count += each.directory() ? countFiles(directory + "/" + each.name()) : 1;
    }
    return count;
  }
}
