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

  private IsoTime() {}

  /** The time; empty if the text is something else. */
  public static Optional<Instant> parse(String text) {
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
