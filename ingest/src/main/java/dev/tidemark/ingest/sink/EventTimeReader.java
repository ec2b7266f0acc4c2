package dev.tidemark.ingest.sink;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.tidemark.landing.IsoTime;
import dev.tidemark.landing.config.JsonPath;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Finds the time inside an event, reading no further than to it. It is text in ISO 8601 (see {@link
 * IsoTime}), or a number since the epoch, in quotes or not: one below 100,000,000,000 is seconds
 * (as milliseconds it would be before March 1973), one from there on milliseconds (as seconds it
 * would be after the year 5138). Of members of one name the first counts.
 */
record EventTimeReader(JsonPath path) {
  private static final JsonFactory JSON = new JsonFactory();
  private static final BigDecimal FIRST_MILLIS = BigDecimal.valueOf(100_000_000_000L);
  private static final Pattern NUMBER = Pattern.compile("-?\\d{1,18}(?:\\.\\d{1,9})?");

  /** The time; empty if there is none, or the value is not JSON on the way to it. */
  Optional<Instant> in(ByteBuffer value) {
    try (JsonParser parser = parser(value)) {
      parser.nextToken();
      for (String member : path.members()) {
        if (!moveTo(parser, member)) {
          return Optional.empty();
        }
      }
      return time(parser);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static JsonParser parser(ByteBuffer value) throws IOException {
    if (value.hasArray()) {
      int start = value.arrayOffset() + value.position();
      return JSON.createParser(value.array(), start, value.remaining());
    }
    byte[] copy = new byte[value.remaining()];
    value.duplicate().get(copy);
    return JSON.createParser(copy);
  }

  /** To the value of a member of the object that begins here. */
  private static boolean moveTo(JsonParser parser, String member) throws IOException {
    if (parser.currentToken() != JsonToken.START_OBJECT) {
      return false;
    }
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      boolean found = parser.currentName().equals(member);
      parser.nextToken();
      if (found) {
        return true;
      }
      parser.skipChildren();
    }
    return false;
  }

  private static Optional<Instant> time(JsonParser parser) throws IOException {
    JsonToken token = parser.currentToken();
    if (token == null || !token.isScalarValue()) {
      return Optional.empty();
    }
    String text = parser.getText();
    boolean number = NUMBER.matcher(text).matches();
    return number && (token.isNumeric() || token == JsonToken.VALUE_STRING)
        ? Optional.of(sinceEpoch(new BigDecimal(text)))
        : token == JsonToken.VALUE_STRING ? IsoTime.parse(text) : Optional.empty();
  }

  private static Instant sinceEpoch(BigDecimal number) {
    boolean seconds = number.abs().compareTo(FIRST_MILLIS) < 0;
    BigDecimal millis = seconds ? number.scaleByPowerOfTen(3) : number;
    return Instant.ofEpochMilli(millis.setScale(0, RoundingMode.FLOOR).longValueExact());
  }
}
