package dev.tidemark.batch.process;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * A number as a time since 1970. Clients send seconds, milliseconds or microseconds, and the size
 * says which:
 *
 * <pre>
 * from 10^8  and below 10^11   seconds        (1724331845)
 * from 10^11 and below 10^14   milliseconds   (1724331845678)
 * from 10^14 and below 10^17   microseconds   (1724331845678901)
 * </pre>
 *
 * In each unit these are the times from 1973-03-03 to 5138-11-16, so no number has two meanings.
 * Any other number is no time: what is smaller is more often a counter, a year, a date such as
 * 20260822, or 0 for "not set". A fraction counts, to the microsecond; what is finer is cut off.
 */
final class EpochTime {
  private static final BigDecimal SECONDS = BigDecimal.TEN.pow(8);
  private static final BigDecimal MILLIS = BigDecimal.TEN.pow(11);
  private static final BigDecimal MICROS = BigDecimal.TEN.pow(14);
  private static final BigDecimal END = BigDecimal.TEN.pow(17);

  private EpochTime() {}

  /** The time; empty if the number is none. */
  static Optional<Instant> of(BigDecimal number) {
    if (number.compareTo(SECONDS) < 0 || number.compareTo(END) >= 0) {
      return Optional.empty();
    }
    int digits = number.compareTo(MILLIS) < 0 ? 6 : number.compareTo(MICROS) < 0 ? 3 : 0;
    long micros = number.movePointRight(digits).longValue();
    return Optional.of(Instant.EPOCH.plus(micros, ChronoUnit.MICROS));
  }
}
