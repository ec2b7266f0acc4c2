package dev.tidemark.batch.process;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * {@code _manifest.json} of an output: which attempt made it, of what, and the counts.
 *
 * @param inputHash SHA-256, in hexadecimal, over path, rows, bytes, topic-partition and offsets of
 *     every input, in order of path
 */
@JsonPropertyOrder({"partition", "attempt"})
record OutputManifest(
    String partition,
    String attempt,
    long rowsIn,
    long rowsOut,
    long duplicates,
    long quarantined,
    Map<String, Long> rowsByType,
    Map<String, Long> quarantinedByReason,
    String configHash,
    String inputHash,
    List<In> input) {

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .enable(SerializationFeature.INDENT_OUTPUT)
          .build();

  /** One input file. */
  record In(String path, long rows, long bytes) {}

  static OutputManifest of(ProcessRequest request, ProcessResult result) {
    return new OutputManifest(
        request.partition().toString(),
        request.attempt(),
        result.rowsIn(),
        result.rowsOut(),
        result.duplicates(),
        result.quarantined(),
        result.rowsByType(),
        result.quarantinedByReason(),
        result.configHash(),
        inputHash(request.inputs()),
        request.inputs().stream()
            .map(i -> new In(i.path(), i.file().rows(), i.file().bytes()))
            .toList());
  }

  static OutputManifest read(byte[] json) throws IOException {
    return JSON.readValue(json, OutputManifest.class);
  }

  ProcessResult result() {
    return new ProcessResult(
        rowsIn, rowsOut, duplicates, quarantined, rowsByType, quarantinedByReason, configHash);
  }

  private static String inputHash(List<InputFile> inputs) {
    StringBuilder text = new StringBuilder();
    inputs.stream()
        .sorted((a, b) -> a.path().compareTo(b.path()))
        .forEach(
            i ->
                text.append(i.path())
                    .append(' ')
                    .append(i.file().rows())
                    .append(' ')
                    .append(i.file().bytes())
                    .append(' ')
                    .append(i.file().source())
                    .append(' ')
                    .append(i.file().offsets())
                    .append('\n'));
    return EventTypes.sha256(text.toString());
  }

  byte[] toJson() {
    try {
      return JSON.writeValueAsBytes(this);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("A manifest is plain data", e);
    }
  }
}
