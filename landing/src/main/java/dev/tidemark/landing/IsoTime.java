package dev.tidemark.landing;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.TemporalAccessor;
import java.util.Locale;
import java.util.Optional;

/**
 * A time as clients write it: date and time of ISO 8601, {@code 2026-08-22T13:00:00.123+02:00}, of
 * the years 1 to 9999. Without a zone it is UTC. The one rule for where an event lands and for what
 * its columns say.
 */
public final class IsoTime {
  private static final DateTimeFormatter ISO =
      new DateTimeFormatterBuilder()
          .parseCaseInsensitive()
          .append(DateTimeFormatter.ISO_LOCAL_DATE_TIME)
          .appendPattern("[XXX][XX][X]")
          .toFormatter(Locale.ROOT)
          // Otherwise the 30th of February is the 29th.
          .withResolverStyle(ResolverStyle.STRICT);
  private static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");
  private static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999999999Z");

  private static final String SHAPE = "0000-00-00T00:00:00";
  private static final int SECONDS_END = SHAPE.length();

  private IsoTime() {}

  /** The time; empty if the text is something else. */
  public static Optional<Instant> parse(String text) {
    Optional<Instant> usual = usual(text);
    return usual.isPresent() ? usual : any(text);
  }

  /**
   * Times as nearly all are written, such as {@code 2026-08-22T13:00:00.123Z}, at a tenth of what
   * the formatter costs; empty for whatever looks otherwise or is none.
   */
  private static Optional<Instant> usual(String text) {
    int end = text.length() - 1;
    if (end < SECONDS_END || end > SECONDS_END + 10 || text.charAt(end) != 'Z') {
      return Optional.empty();
    }
    for (int i = 0; i < SECONDS_END; i++) {
      char expected = SHAPE.charAt(i);
      char found = text.charAt(i);
      if (expected == '0' ? !isDigit(found) : found != expected) {
        return Optional.empty();
      }
    }
    int nano = end == SECONDS_END ? 0 : nano(text, end);
    int year = number(text, 0, 4);
    if (nano < 0 || year == 0) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          LocalDateTime.of(
                  year,
                  number(text, 5, 7),
                  number(text, 8, 10),
                  number(text, 11, 13),
                  number(text, 14, 16),
                  number(text, 17, SECONDS_END),
                  nano)
              .toInstant(ZoneOffset.UTC));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  /** The fraction of a second before {@code end}; -1 if it is none. */
  private static int nano(String text, int end) {
    if (text.charAt(SECONDS_END) != '.' || end == SECONDS_END + 1) {
      return -1;
    }
    int nano = 0;
    for (int i = SECONDS_END + 1; i <= SECONDS_END + 9; i++) {
      if (i < end && !isDigit(text.charAt(i))) {
        return -1;
      }
      nano = 10 * nano + (i < end ? text.charAt(i) - '0' : 0);
    }
    return nano;
  }

  private static int number(String text, int from, int to) {
    int number = 0;
    for (int i = from; i < to; i++) {
      number = 10 * number + text.charAt(i) - '0';
    }
    return number;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static Optional<Instant> any(String text) {
    try {
      TemporalAccessor found = ISO.parseBest(text, OffsetDateTime::from, LocalDateTime::from);
      Instant time =
          found instanceof OffsetDateTime zoned
              ? zoned.toInstant()
              : LocalDateTime.from(found).toInstant(ZoneOffset.UTC);
      return time.isBefore(FIRST) || time.isAfter(LAST) ? Optional.empty() : Optional.of(time);
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }
}
