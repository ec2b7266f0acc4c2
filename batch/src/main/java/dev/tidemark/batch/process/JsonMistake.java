package dev.tidemark.batch.process;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import java.io.IOException;

/** Why a line is not exactly one complete JSON object in valid UTF-8. */
final class JsonMistake {
  private static final String NOT_JSON = "not valid JSON";

  private JsonMistake() {}

  /** The reason for a line that {@link JsonLine} does not take. */
  static String in(byte[] line) {
    if (Utf8.text(line).isEmpty()) {
      return "not valid UTF-8";
    }
    // Jackson takes bytes with zeros among them for UTF-16 or UTF-32.
    for (byte b : line) {
      if (b == 0) {
        return NOT_JSON;
      }
    }
    try (JsonParser parser = JsonText.JSON.createParser(line)) {
      JsonToken first = parser.nextToken();
      if (first == null) {
        return "empty line";
      }
      parser.skipChildren();
      if (parser.nextToken() != null) {
        return "more than one JSON value";
      }
      return first == JsonToken.START_OBJECT ? NOT_JSON : "not a JSON object";
    } catch (StreamConstraintsException e) {
      return "nested deeper than " + JsonLine.DEEPEST + " levels";
    } catch (IOException e) {
      return NOT_JSON;
    }
  }
}
