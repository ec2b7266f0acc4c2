package dev.tidemark.batch.process;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.tidemark.batch.config.BatchConfig;
import dev.tidemark.batch.config.Engine;
import dev.tidemark.batch.config.IpPolicy;
import dev.tidemark.batch.config.SubmitConfig;
import dev.tidemark.landing.GenerationId;
import dev.tidemark.landing.LandedFile;
import dev.tidemark.landing.LandingZone;
import dev.tidemark.landing.OffsetRange;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.TopicPartition;
import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.hadoop.FileSystems;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;

/** A staged partition on the local disk, its processing, and what came of it. */
final class Partition {
  static final PartitionId HOUR = PartitionId.parse("2026-08-22T08");
  private static final JsonMapper JSON = JsonMapper.builder().build();

  final Path root;
  final LandingFileSystem files;
  final SparkProcessing processing;
  private final List<InputFile> inputs = new ArrayList<>();
  private final Map<String, String> topicNames = new HashMap<>();

  Partition(Path root, EventTypes types) {
    this.root = root;
    this.files = FileSystems.open(root.toUri());
    this.processing =
        new SparkProcessing(
            TestSession::get,
            root.toUri(),
            files,
            types,
            new BatchConfig(
                Engine.EMBEDDED,
                EventTypesTest.SHIPPED,
                128L << 20,
                2,
                IpPolicy.KEEP,
                SubmitConfig.byDefault()));
  }

  /** Stages a file of a topic, whose id is its name with {@code -id}. */
  Partition staged(String topic, int partition, long firstOffset, String... lines)
      throws IOException {
    return stagedBytes(
        topic,
        partition,
        List.of(new OffsetRange(firstOffset, firstOffset + lines.length)),
        Stream.of(lines).map(l -> l.getBytes(StandardCharsets.UTF_8)).toList());
  }

  Partition stagedBytes(String topic, int partition, List<OffsetRange> offsets, List<byte[]> lines)
      throws IOException {
    ByteArrayOutputStream contents = new ByteArrayOutputStream();
    for (byte[] line : lines) {
      contents.write(line);
      contents.write('\n');
    }
    GenerationId generation = new GenerationId(HOUR, 0);
    String name = "part-" + inputs.size() + ".json";
    String path = LandingZone.stage(generation) + "/" + name;
    files.makeDirectories(LandingZone.parent(path));
    files.write(path, contents.toByteArray());
    topicNames.put(topic + "-id", topic);
    LandedFile file =
        new LandedFile(
            name,
            generation,
            lines.size(),
            contents.size(),
            new TopicPartition(topic + "-id", partition),
            offsets,
            Optional.empty(),
            Optional.empty());
    inputs.add(new InputFile(path, file));
    return this;
  }

  Path stagedFile(int index) {
    return root.resolve(inputs.get(index).path());
  }

  ProcessRequest request(String attempt) {
    return new ProcessRequest(
        HOUR, attempt, inputs, LandingZone.staging(HOUR, attempt), topicNames);
  }

  ProcessResult processed(String attempt) {
    return processing.process(request(attempt));
  }

  Path output(String attempt) {
    return root.resolve(LandingZone.staging(HOUR, attempt));
  }

  /** The rows of an output as text, by event id. */
  Map<String, Map<String, String>> rows(String attempt) {
    Map<String, Map<String, String>> byId = new HashMap<>();
    for (Map<String, String> row : shown(attempt)) {
      byId.put(row.get("event_id"), row);
    }
    return byId;
  }

  List<Map<String, String>> shown(String attempt) {
    return processing.show(LandingZone.staging(HOUR, attempt), Integer.MAX_VALUE);
  }

  /** The rows of one type, read by Spark alone. */
  List<Row> sparkRows(String attempt, String type) {
    return TestSession.get()
        .read()
        .parquet(output(attempt).resolve("type=" + type).toString())
        .collectAsList();
  }

  List<JsonNode> quarantine(String attempt) throws IOException {
    List<JsonNode> lines = new ArrayList<>();
    try (Stream<Path> parts = Files.list(output(attempt).resolve(LandingZone.QUARANTINE))) {
      for (Path part : parts.toList()) {
        for (String line : Files.readAllLines(part)) {
          lines.add(JSON.readTree(line));
        }
      }
    }
    return lines;
  }

  static byte[] raw(JsonNode quarantined) {
    return quarantined.has("raw")
        ? quarantined.get("raw").asText().getBytes(StandardCharsets.UTF_8)
        : Base64.getDecoder().decode(quarantined.get("raw_base64").asText());
  }
}
