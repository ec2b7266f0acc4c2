package dev.tidemark.collector.event;

import static dev.tidemark.collector.event.UnacceptableException.malformed;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The parameters of a query string in their order, repeated ones kept. Percent signs and plus are
 * decoded as forms are ({@code application/x-www-form-urlencoded}) and the result must be UTF-8.
 */
public final class Query {
  /** Says who sends; it is not part of the event. */
  private static final String WRITE_KEY = "writeKey";

  private record Parameter(String name, String value) {}

  private final List<Parameter> parameters;

  private Query(List<Parameter> parameters) {
    this.parameters = parameters;
  }

  /**
   * Decodes a query.
   *
   * @param query as sent, not decoded; may be null
   * @throws UnacceptableException if it cannot be decoded
   */
  public static Query parse(String query) throws UnacceptableException {
    List<Parameter> parameters = new ArrayList<>();
    for (String pair : query == null ? new String[0] : query.split("&")) {
      int equals = pair.indexOf('=');
      String name = decode(equals < 0 ? pair : pair.substring(0, equals));
      String value = equals < 0 ? "" : decode(pair.substring(equals + 1));
      if (!pair.isEmpty()) {
        parameters.add(new Parameter(name, value));
      }
    }
    return new Query(parameters);
  }

  public Optional<String> writeKey() {
    return parameters.stream()
        .filter(p -> p.name.equals(WRITE_KEY))
        .map(Parameter::value)
        .findFirst();
  }

  /** The parameters as one JSON object of strings. */
  public byte[] toEvent() {
    JsonBuffer json = new JsonBuffer(256);
    String separator = "{";
    for (Parameter parameter : parameters) {
      if (!parameter.name.equals(WRITE_KEY)) {
        json.raw(separator).string(parameter.name).raw(":").string(parameter.value);
        separator = ",";
      }
    }
    return json.raw(separator.equals("{") ? "{}" : "}").toBytes();
  }

  private static String decode(String text) throws UnacceptableException {
    byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
    ByteBuffer decoded = ByteBuffer.allocate(encoded.length);
    for (int i = 0; i < encoded.length; i++) {
      byte b = encoded[i];
      if (b == '%') {
        int high = i + 2 < encoded.length ? Character.digit(encoded[i + 1], 16) : -1;
        int low = i + 2 < encoded.length ? Character.digit(encoded[i + 2], 16) : -1;
        if (high < 0 || low < 0) {
          throw malformed("a percent sign without two hexadecimal digits in the query");
        }
        decoded.put((byte) (high << 4 | low));
        i += 2;
      } else {
        decoded.put(b == '+' ? (byte) ' ' : b);
      }
    }
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(decoded.flip()).toString();
    } catch (CharacterCodingException e) {
      throw malformed("invalid UTF-8 in the query");
    }
  }
}
