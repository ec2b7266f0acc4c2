package dev.tidemark.standalone.demo;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.util.Optional;
import java.util.stream.Stream;

/** One JSON object a line; blank lines count as lines and hold no event. */
final class JsonLines {
  // An ordinary number could not be written back with all its digits.
  private static final ObjectReader JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build()
          .readerFor(JsonNode.class);

  private final String name;
  private final BufferedReader reader;
  private long line;

  JsonLines(String name, BufferedReader reader) {
    this.name = name;
    this.reader = reader;
  }

  Stream<byte[]> events() {
    return reader.lines().map(this::numbered).flatMap(Optional::stream);
  }

  private Optional<byte[]> numbered(String text) {
    line++;
    return text.isBlank() ? Optional.empty() : Optional.of(event(line, text.strip()));
  }

  private byte[] event(long number, String text) {
    JsonNode node;
    try {
      node = JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new EventFileException(
          name
              + ", line "
              + number
              + ", is not one JSON object: "
              + e.getOriginalMessage()
              + ". Each line must hold one whole event.",
          e);
    }
    if (!(node instanceof ObjectNode event)) {
      throw new EventFileException(
          name + ", line " + number + ", must be a JSON object {…}. Found: " + node.getNodeType());
    }
    return EventId.ensure(number, text, event);
  }
}
