package dev.tidemark.batch.process;

import dev.tidemark.landing.IsoTime;
import java.math.BigDecimal;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * SQL type of a declared column, with the conversion of a JSON scalar's text to it. A conversion
 * never throws and never guesses: what does not fit exactly (a double's rounding aside) is empty.
 */
enum ColumnType {
  STRING {
    @Override
    Optional<Object> convert(JsonScalar value) {
      return Optional.of(value.text());
    }
  },
  /** 64-bit; {@code 5}, {@code 5.0} and {@code "5"} are all 5. */
  LONG {
    @Override
    Optional<Object> convert(JsonScalar value) {
      try {
        return decimal(value).map(BigDecimal::longValueExact);
      } catch (ArithmeticException e) {
        return Optional.empty();
      }
    }
  },
  /** Finite; {@code 1e400} has no value as one. */
  DOUBLE {
    @Override
    Optional<Object> convert(JsonScalar value) {
      return Optional.of(value)
          .filter(ColumnType::isNumber)
          .map(v -> Double.parseDouble(v.text()))
          .filter(d -> !d.isInfinite())
          .map(d -> d);
    }
  },
  BOOLEAN {
    @Override
    Optional<Object> convert(JsonScalar value) {
      return switch (value.text()) {
        case "true" -> Optional.of(true);
        case "false" -> Optional.of(false);
        default -> Optional.empty();
      };
    }
  },
  /**
   * A time of the years 1 to 9999, to the microsecond. As text: date and time of ISO 8601, in UTC
   * where it has no zone. As a number, or a text that is one: seconds, milliseconds or microseconds
   * since 1970, told apart by size as {@link EpochTime} says.
   */
  TIMESTAMP {
    @Override
    Optional<Object> convert(JsonScalar value) {
      if (isNumber(value)) {
        return decimal(value).flatMap(EpochTime::of).map(t -> t);
      }
      return Optional.of(value)
          .filter(JsonScalar::quoted)
          .flatMap(v -> IsoTime.parse(v.text()))
          .map(t -> t.truncatedTo(ChronoUnit.MICROS));
    }
  };

  // Enough for any long with a fraction of zeros, and it bounds what BigDecimal costs.
  private static final int LONGEST_NUMBER = 64;
  private static final Pattern NUMBER =
      Pattern.compile("-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][+-]?\\d+)?");

  /** The value as this type: String, Long, Double, Boolean or Instant; empty if it is not one. */
  abstract Optional<Object> convert(JsonScalar value);

  /** As it is written in declarations. */
  String sqlName() {
    return name().toLowerCase(Locale.ROOT);
  }

  private static Optional<BigDecimal> decimal(JsonScalar value) {
    if (!isNumber(value) || value.text().length() > LONGEST_NUMBER) {
      return Optional.empty();
    }
    try {
      return Optional.of(new BigDecimal(value.text()));
    } catch (NumberFormatException e) {
      // An exponent past what an int holds.
      return Optional.empty();
    }
  }

  private static boolean isNumber(JsonScalar value) {
    String text = value.text();
    if (text.isEmpty() || (text.charAt(0) != '-' && !isDigit(text.charAt(0)))) {
      return false;
    }
    // What stands in JSON without quotes and begins so is one, and a date is soon known.
    return !value.quoted() || (!isDateAhead(text) && NUMBER.matcher(text).matches());
  }

  private static boolean isDateAhead(String text) {
    return text.length() > 4 && text.charAt(4) == '-' && isDigit(text.charAt(3));
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }
}
