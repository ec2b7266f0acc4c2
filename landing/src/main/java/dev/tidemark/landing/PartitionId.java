package dev.tidemark.landing;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One UTC time slice of a dataset, named by its nominal time (its start). Text and directory are
 * inverses of parsing: {@code 2026-08-22T13} is {@code dt=2026-08-22/hr=13}, and a slice finer than
 * an hour is {@code 2026-08-22T13:04} in {@code dt=2026-08-22/hr=13/mi=04}. Both are zero-padded
 * and never depend on the zone of the host.
 */
public record PartitionId(Instant start, boolean hourly) implements Comparable<PartitionId> {
  private static final DateTimeFormatter TEXT_HOUR = format("uuuu-MM-dd'T'HH");
  private static final DateTimeFormatter TEXT_MINUTE = format("uuuu-MM-dd'T'HH:mm");
  private static final DateTimeFormatter DIRECTORY_HOUR = format("'dt='uuuu-MM-dd'/hr='HH");
  private static final DateTimeFormatter DIRECTORY_MINUTE =
      format("'dt='uuuu-MM-dd'/hr='HH'/mi='mm");
  private static final Pattern TEXT =
      Pattern.compile("(\\d{4}-\\d{2}-\\d{2}T\\d{2})(?::(\\d{2}))?");

  public PartitionId {
    if (start.getNano() != 0 || start.getEpochSecond() % (hourly ? 3600 : 60) != 0) {
      throw new IllegalArgumentException("Not the start of a partition: " + start);
    }
  }

  /** The partition that holds {@code time}. */
  public static PartitionId of(Instant time, Granularity granularity) {
    return new PartitionId(granularity.floor(time), granularity.isHourly());
  }

  /**
   * Reads the text form.
   *
   * @throws IllegalArgumentException if it is not one, saying what is expected
   */
  @JsonCreator
  public static PartitionId parse(String text) {
    Matcher m = TEXT.matcher(text);
    if (!m.matches()) {
      throw notAPartition(text);
    }
    boolean hourly = m.group(2) == null;
    try {
      LocalDateTime start =
          LocalDateTime.parse(m.group(1) + ":" + (hourly ? "00" : m.group(2)), TEXT_MINUTE);
      return new PartitionId(start.toInstant(ZoneOffset.UTC), hourly);
    } catch (DateTimeException e) {
      throw notAPartition(text);
    }
  }

  /**
   * Reads the text form and checks that it is a partition of the given granularity.
   *
   * @throws IllegalArgumentException if it is not
   */
  public static PartitionId parse(String text, Granularity granularity) {
    PartitionId id = parse(text);
    if (!id.equals(of(id.start, granularity))) {
      throw new IllegalArgumentException(
          "'"
              + text
              + "' is not a partition of granularity "
              + granularity
              + ". The one that holds that time is '"
              + of(id.start, granularity)
              + "'.");
    }
    return id;
  }

  /** The partition of a directory such as {@code dt=2026-08-22/hr=13}, if it is one. */
  public static Optional<PartitionId> ofDirectory(String directory) {
    String[] levels = directory.split("/", -1);
    if (levels.length < 2 || levels.length > 3) {
      return Optional.empty();
    }
    String text =
        levels[0].replaceFirst("^dt=", "")
            + "T"
            + levels[1].replaceFirst("^hr=", "")
            + (levels.length == 3 ? ":" + levels[2].replaceFirst("^mi=", "") : "");
    try {
      PartitionId id = parse(text);
      return id.directory().equals(directory) ? Optional.of(id) : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Its directory below an area: {@code dt=2026-08-22/hr=13}. */
  public String directory() {
    return (hourly ? DIRECTORY_HOUR : DIRECTORY_MINUTE).format(start);
  }

  /** The moment it ends, exclusive. */
  public Instant end(Granularity granularity) {
    return start.plus(granularity.length());
  }

  public PartitionId next(Granularity granularity) {
    return new PartitionId(end(granularity), hourly);
  }

  @Override
  public int compareTo(PartitionId other) {
    return start.compareTo(other.start);
  }

  @JsonValue
  @Override
  public String toString() {
    return (hourly ? TEXT_HOUR : TEXT_MINUTE).format(start);
  }

  private static DateTimeFormatter format(String pattern) {
    return DateTimeFormatter.ofPattern(pattern, Locale.ROOT)
        .withZone(ZoneOffset.UTC)
        .withResolverStyle(ResolverStyle.STRICT);
  }

  private static IllegalArgumentException notAPartition(String text) {
    return new IllegalArgumentException(
        "'"
            + text
            + "' is not a partition. Write it in UTC, as 2026-08-22T13 or 2026-08-22T13:04.");
  }
}
