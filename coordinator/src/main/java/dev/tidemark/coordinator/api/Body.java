package dev.tidemark.coordinator.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemark.coordinator.operations.Reason;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The JSON object that comes with a request to change something. */
record Body(ObjectNode json) {
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  /** Reads one that has no other names than these. */
  static Body read(String text, Set<String> names) {
    JsonNode found;
    try {
      found = JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw Refusal.badRequest("The body is not JSON: " + e.getOriginalMessage());
    }
    if (!(found instanceof ObjectNode object)) {
      throw Refusal.badRequest("The body must be a JSON object.");
    }
    for (Iterator<String> present = object.fieldNames(); present.hasNext(); ) {
      if (!names.contains(present.next())) {
        throw Refusal.badRequest(
            "The body may have " + String.join(", ", names.stream().sorted().toList()) + ".");
      }
    }
    return new Body(object);
  }

  /** Why it is asked for: one line, for the landing log. */
  String reason() {
    try {
      return Reason.of(text("reason").orElse(""));
    } catch (IllegalArgumentException e) {
      throw Refusal.badRequest(e.getMessage());
    }
  }

  Optional<String> text(String name) {
    JsonNode value = json.get(name);
    if (value == null) {
      return Optional.empty();
    }
    if (!value.isTextual()) {
      throw Refusal.badRequest("'" + name + "' must be text.");
    }
    return Optional.of(value.textValue());
  }

  /** At least one, and no more than {@code most}. */
  Optional<List<String>> texts(String name, int most) {
    JsonNode value = json.get(name);
    if (value == null) {
      return Optional.empty();
    }
    List<String> texts = new ArrayList<>();
    value.forEach(v -> texts.add(v.textValue()));
    if (!value.isArray() || texts.isEmpty() || texts.size() > most || texts.contains(null)) {
      throw Refusal.badRequest("'" + name + "' must be an array of 1 to " + most + " texts.");
    }
    return Optional.of(texts);
  }

  Optional<Integer> positive(String name) {
    JsonNode value = json.get(name);
    if (value == null) {
      return Optional.empty();
    }
    if (!value.isInt() || value.intValue() < 1) {
      throw Refusal.badRequest("'" + name + "' must be a whole number from 1 on.");
    }
    return Optional.of(value.intValue());
  }

  boolean isSet(String name) {
    JsonNode value = json.get(name);
    if (value != null && !value.isBoolean()) {
      throw Refusal.badRequest("'" + name + "' must be true or false.");
    }
    return value != null && value.booleanValue();
  }
}
