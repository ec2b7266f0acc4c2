package dev.tidemark.landing;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.io.Serializable;
import java.time.Duration;
import java.time.Instant;

/**
 * The length of a partition: an hour, or whole minutes that divide an hour evenly. Its text is an
 * ISO 8601 duration, such as {@code PT1H} or {@code PT5M}.
 */
public record Granularity(Duration length) implements Serializable {
  public static final Granularity HOUR = new Granularity(Duration.ofHours(1));
  public static final Granularity MINUTE = new Granularity(Duration.ofMinutes(1));

  /** What a valid granularity is, for messages. */
  public static final String RULE = "must be whole minutes that divide an hour evenly";

  public Granularity {
    if (!isValid(length)) {
      throw new IllegalArgumentException(
          "A granularity " + RULE + " (PT1H, PT30M, … PT1M). Found: " + length);
    }
  }

  public static boolean isValid(Duration length) {
    long seconds = length.toSeconds();
    return length.toNanosPart() == 0
        && seconds >= 60
        && seconds <= 3600
        && seconds % 60 == 0
        && 3600 % seconds == 0;
  }

  @JsonCreator
  public static Granularity parse(String text) {
    return new Granularity(Duration.parse(text));
  }

  /** The start of the slice that holds {@code time}. */
  Instant floor(Instant time) {
    long seconds = length.toSeconds();
    return Instant.ofEpochSecond(Math.floorDiv(time.getEpochSecond(), seconds) * seconds);
  }

  public boolean isHourly() {
    return length.equals(HOUR.length);
  }

  @JsonValue
  @Override
  public String toString() {
    return length.toString();
  }
}
