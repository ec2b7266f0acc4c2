package dev.tidemark.batch.process;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One JSON object as places in the bytes it was sent in, so that whatever is taken out of it or
 * left in keeps its numbers, escapes, order and repeated keys. Only one level is held; an object
 * inside is read when it is asked for.
 */
final class JsonObject {
  static final int DEEPEST = 1000;

  // No limit but depth: a limit on length would refuse events that are valid.
  private static final JsonFactory JSON =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(DEEPEST)
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNumberLength(Integer.MAX_VALUE)
                  .maxNameLength(Integer.MAX_VALUE)
                  .build())
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .disable(JsonFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW)
          .build();

  /** A member: its name with its value take the bytes {@code [from, until)}. */
  record Member(String name, JsonToken token, int from, int valueFrom, int until) {
    boolean isObject() {
      return token == JsonToken.START_OBJECT;
    }

    boolean isNull() {
      return token == JsonToken.VALUE_NULL;
    }
  }

  private final byte[] bytes;
  private final int from;
  private final int until;
  private final List<Member> members;

  private JsonObject(byte[] bytes, int from, int until, List<Member> members) {
    this.bytes = bytes;
    this.from = from;
    this.until = until;
    this.members = members;
  }

  /**
   * Reads a line that must be exactly one complete JSON object in valid UTF-8, white space and a
   * byte order mark aside.
   */
  static JsonObject ofLine(byte[] line) throws RejectedLineException {
    Utf8.check(line);
    try (JsonParser parser = JSON.createParser(line)) {
      JsonToken first = parser.nextToken();
      if (first == null) {
        throw new RejectedLineException("empty line");
      }
      JsonObject object = null;
      if (first == JsonToken.START_OBJECT) {
        object = read(parser, line, 0);
      } else {
        parser.skipChildren();
      }
      if (parser.nextToken() != null) {
        throw new RejectedLineException("more than one JSON value");
      }
      if (object == null) {
        throw new RejectedLineException("not a JSON object");
      }
      return object;
    } catch (StreamConstraintsException e) {
      throw new RejectedLineException("nested deeper than " + DEEPEST + " levels");
    } catch (IOException e) {
      throw new RejectedLineException("not valid JSON");
    }
  }

  private static JsonObject read(JsonParser parser, byte[] bytes, int base) throws IOException {
    int from = base + (int) parser.currentTokenLocation().getByteOffset();
    List<Member> members = new ArrayList<>();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      int nameFrom = base + (int) parser.currentTokenLocation().getByteOffset();
      String name = parser.currentName();
      JsonToken token = parser.nextToken();
      int valueFrom = base + (int) parser.currentTokenLocation().getByteOffset();
      parser.skipChildren();
      parser.finishToken();
      members.add(new Member(name, token, nameFrom, valueFrom, position(parser, base)));
    }
    return new JsonObject(bytes, from, position(parser, base), members);
  }

  private static int position(JsonParser parser, int base) {
    return base + (int) parser.currentLocation().getByteOffset();
  }

  List<Member> members() {
    return members;
  }

  /** The last member of that name: where a key is repeated, the last one counts. */
  Optional<Member> last(String name) {
    for (int i = members.size() - 1; i >= 0; i--) {
      if (members.get(i).name().equals(name)) {
        return Optional.of(members.get(i));
      }
    }
    return Optional.empty();
  }

  /** The member at the end of a path of names; empty where the path leads through no object. */
  Optional<Member> last(List<String> path) {
    JsonObject at = this;
    for (String step : path.subList(0, path.size() - 1)) {
      Optional<Member> next = at.last(step).filter(Member::isObject);
      if (next.isEmpty()) {
        return Optional.empty();
      }
      at = at.object(next.get());
    }
    return at.last(path.get(path.size() - 1));
  }

  /** The object that a member's value is. */
  JsonObject object(Member member) {
    int length = member.until() - member.valueFrom();
    try (JsonParser parser = JSON.createParser(bytes, member.valueFrom(), length)) {
      parser.nextToken();
      return read(parser, bytes, member.valueFrom());
    } catch (IOException e) {
      throw new UncheckedIOException("The line was read once already", e);
    }
  }

  /** The scalar that a member's value is; empty for an object, an array, null or no text. */
  Optional<JsonScalar> scalar(Member member) {
    int length = member.until() - member.valueFrom();
    return switch (member.token()) {
      case VALUE_STRING -> string(member.valueFrom(), length).map(t -> new JsonScalar(t, true));
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT, VALUE_TRUE, VALUE_FALSE ->
          Optional.of(
              new JsonScalar(
                  new String(bytes, member.valueFrom(), length, StandardCharsets.UTF_8), false));
      default -> Optional.empty();
    };
  }

  // Half a surrogate pair, which an escape can be, is no text and would be stored as '?'.
  private Optional<String> string(int start, int length) {
    if (!hasEscape(start, start + length)) {
      return Optional.of(new String(bytes, start + 1, length - 2, StandardCharsets.UTF_8));
    }
    try (JsonParser parser = JSON.createParser(bytes, start, length)) {
      parser.nextToken();
      return Optional.of(parser.getText()).filter(Utf8::isText);
    } catch (IOException e) {
      throw new UncheckedIOException("The line was read once already", e);
    }
  }

  private boolean hasEscape(int start, int end) {
    for (int i = start; i < end; i++) {
      if (bytes[i] == '\\') {
        return true;
      }
    }
    return false;
  }

  /** This object without insignificant white space and without the given members, in order. */
  byte[] without(List<Member> leftOut) {
    return CompactJson.of(bytes, from, until, leftOut);
  }
}
