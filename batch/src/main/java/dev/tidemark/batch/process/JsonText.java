package dev.tidemark.batch.process;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.spark.unsafe.types.UTF8String;

/** What the bytes of a JSON value that was read before mean. */
final class JsonText {
  // No limit but depth: a limit on length would refuse events that are valid.
  static final JsonFactory JSON =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(JsonLine.DEEPEST)
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNumberLength(Integer.MAX_VALUE)
                  .maxNameLength(Integer.MAX_VALUE)
                  .build())
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .disable(JsonFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW)
          .build();

  private JsonText() {}

  /** Whether Jackson reads a line to its end, names included. */
  static boolean isJson(byte[] line) {
    try (JsonParser parser = JSON.createParser(line)) {
      while (parser.nextToken() != null) {
        // To read it is all there is to do.
      }
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** The text of a string from quote to quote; empty if it is none: half a surrogate pair. */
  static Optional<UTF8String> ofString(byte[] bytes, int from, int until) {
    if (!hasEscape(bytes, from, until)) {
      return Optional.of(UTF8String.fromBytes(bytes, from + 1, until - from - 2));
    }
    // An escape can be half a pair, which would be stored as '?'.
    return Optional.of(unescaped(bytes, from, until))
        .filter(Utf8::isText)
        .map(UTF8String::fromString);
  }

  /** Whether a string from quote to quote is this text, in UTF-8. */
  static boolean isText(byte[] bytes, int from, int until, byte[] text) {
    return unescaped(bytes, from, until).equals(new String(text, StandardCharsets.UTF_8));
  }

  private static boolean hasEscape(byte[] bytes, int from, int until) {
    for (int i = from; i < until; i++) {
      if (bytes[i] == '\\') {
        return true;
      }
    }
    return false;
  }

  /** What a string from quote to quote means. */
  static String unescaped(byte[] bytes, int from, int until) {
    try (JsonParser parser = JSON.createParser(bytes, from, until - from)) {
      parser.nextToken();
      return parser.getText();
    } catch (IOException e) {
      throw new UncheckedIOException("The line was read once already", e);
    }
  }
}
