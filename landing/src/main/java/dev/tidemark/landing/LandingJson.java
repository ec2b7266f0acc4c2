package dev.tidemark.landing;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.io.IOException;

/**
 * The JSON of everything that Tidemark keeps in a root: times in ISO 8601 UTC, absent values left
 * out, keys in snake case. A key that is not known is refused, as an older program must not drop
 * what a newer one wrote.
 */
public final class LandingJson {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .addModule(new Jdk8Module())
          .addModule(new JavaTimeModule())
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(
                  JsonInclude.Include.NON_ABSENT, JsonInclude.Include.NON_ABSENT))
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
          .disable(SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
          // A record's components and nothing else: isLate() is not a property.
          .visibility(PropertyAccessor.GETTER, JsonAutoDetect.Visibility.NONE)
          .visibility(PropertyAccessor.IS_GETTER, JsonAutoDetect.Visibility.NONE)
          .visibility(PropertyAccessor.FIELD, JsonAutoDetect.Visibility.ANY)
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private static final JsonMapper TOLERANT =
      MAPPER.rebuild().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  private LandingJson() {}

  public static byte[] write(Object value) {
    try {
      return MAPPER.writeValueAsBytes(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("Cannot be written as JSON: " + value, e);
    }
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @param name of the file, for the message
   * @throws LandingException.NeedsOperator if it is something else, or of a newer version
   */
  public static <T> T read(byte[] json, Class<T> type, String name) {
    try {
      return MAPPER.readValue(json, type);
    } catch (JsonProcessingException e) {
      throw unreadable(name, e.getOriginalMessage(), e);
    } catch (IOException e) {
      throw unreadable(name, e.getMessage(), e);
    }
  }

  /**
   * Reads what another program answered, which may be of a newer version: keys that are not known
   * are passed over, as nothing of it is kept.
   *
   * @throws IOException if it is something else
   */
  public static <T> T readKnown(byte[] json, Class<T> type) throws IOException {
    return TOLERANT.readValue(json, type);
  }

  private static LandingException unreadable(String name, String reason, IOException cause) {
    return new LandingException.NeedsOperator(
        name
            + " cannot be read: it is damaged, or was written by a newer version of Tidemark ("
            + reason.lines().findFirst().orElse("no reason given")
            + "). Upgrade this program, or stop all programs and run 'tidemark repair', which says first"
            + " what it would do.",
        cause);
  }
}
