package dev.tidemark.coordinator.operations;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemark.landing.PartitionId;
import java.util.Optional;

/**
 * A line that could not be processed.
 *
 * @param file it was read from, relative to the root, where it stands now; where it stood last if
 *     retention removed it
 * @param line in the file, from 1
 * @param raw its bytes, where they are text in UTF-8
 * @param rawBase64 its bytes, where they are not
 */
public record QuarantinedRow(
    PartitionId partition,
    String reason,
    String file,
    long line,
    String kafkaTopic,
    int kafkaPartition,
    long kafkaOffset,
    Optional<String> raw,
    Optional<String> rawBase64) {

  static QuarantinedRow of(PartitionId partition, JsonNode row, FilesNow files) {
    return new QuarantinedRow(
        partition,
        row.path("reason").asText(),
        files.of(row.path("file").asText()),
        row.path("line").asLong(),
        row.path("topic").asText(),
        row.path("partition").asInt(),
        row.path("offset").asLong(),
        Optional.ofNullable(row.path("raw").textValue()),
        Optional.ofNullable(row.path("raw_base64").textValue()));
  }

  /** Characters of what was sent. */
  int length() {
    return raw.or(() -> rawBase64).map(String::length).orElse(0);
  }
}
