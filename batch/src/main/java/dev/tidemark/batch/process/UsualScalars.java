package dev.tidemark.batch.process;

/**
 * Reads numbers and times as nearly all are written, straight from a line's bytes. What looks
 * otherwise is left to {@link ColumnType}, and what is read here is what it would say: the
 * conversions there are the rule, and these are only quicker.
 */
final class UsualScalars {
  /** Of a whole number or a time: not written as usual. No value is this. */
  static final long OTHER = Long.MIN_VALUE;

  private static final int SECONDS_END = "2026-08-22T13:00:00".length();
  private static final int MOST_FRACTION_DIGITS = 9;
  private static final int MICROS_DIGITS = 6;

  /** So many digits are below 2^53, so that a double holds them exactly. */
  private static final int EXACT_DIGITS = 15;

  /** As many digits as always fit a long. */
  private static final int LONG_DIGITS = 18;

  /** Powers of ten that a double holds exactly. */
  private static final double[] TENS = {
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15
  };

  private static final int[] DAYS_BEFORE_MONTH = {
    0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334
  };
  private static final int[] DAYS_OF_MONTH = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  private static final int DAYS_BEFORE_1970 = 719_162;

  private UsualScalars() {}

  /** A whole number of some digits, as JSON writes it; otherwise {@link #OTHER}. */
  static long whole(byte[] bytes, int from, int until) {
    int first = from < until && bytes[from] == '-' ? from + 1 : from;
    if (first == until || until - first > LONG_DIGITS) {
      return OTHER;
    }
    long number = 0;
    for (int i = first; i < until; i++) {
      if (!isDigit(bytes[i])) {
        return OTHER;
      }
      number = 10 * number + bytes[i] - '0';
    }
    return first == from ? number : -number;
  }

  /**
   * A number without an exponent and with few enough digits that both they and the power of ten
   * below them are exact, so that their quotient is the nearest double; otherwise NaN.
   */
  static double decimal(byte[] bytes, int from, int until) {
    int first = from < until && bytes[from] == '-' ? from + 1 : from;
    long digits = 0;
    int count = 0;
    int point = until;
    for (int i = first; i < until; i++) {
      if (isDigit(bytes[i])) {
        digits = 10 * digits + bytes[i] - '0';
        count++;
      } else if (bytes[i] == '.' && point == until) {
        point = i;
      } else {
        return Double.NaN;
      }
      if (count > EXACT_DIGITS) {
        return Double.NaN;
      }
    }
    if (count == 0 || point == first || point == until - 1) {
      return Double.NaN;
    }
    double number = digits / TENS[point == until ? 0 : until - point - 1];
    return first == from ? number : -number;
  }

  /**
   * A time such as {@code 2026-08-22T13:00:00.123Z}, with up to nine digits of a second, in
   * microseconds since 1970; otherwise {@link #OTHER}.
   */
  static long micros(byte[] bytes, int from, int until) {
    int length = until - from;
    if (length <= SECONDS_END
        || length > SECONDS_END + 2 + MOST_FRACTION_DIGITS
        || bytes[until - 1] != 'Z'
        || bytes[from + 4] != '-'
        || bytes[from + 7] != '-'
        || bytes[from + 10] != 'T'
        || bytes[from + 13] != ':'
        || bytes[from + 16] != ':') {
      return OTHER;
    }
    int year = 100 * two(bytes, from) + two(bytes, from + 2);
    int month = two(bytes, from + 5);
    int day = two(bytes, from + 8);
    int hour = two(bytes, from + 11);
    int minute = two(bytes, from + 14);
    int second = two(bytes, from + 17);
    int fraction = fraction(bytes, from + SECONDS_END, until - 1);
    if ((year | month | day | hour | minute | second | fraction) < 0
        || year == 0
        || month < 1
        || month > 12
        || day < 1
        || day > daysOf(month, year)
        || hour > 23
        || minute > 59
        || second > 59) {
      return OTHER;
    }
    long seconds = ((days(year, month, day) * 24 + hour) * 60 + minute) * 60 + second;
    return seconds * 1_000_000 + fraction;
  }

  /** Microseconds from a point and digits, what is finer cut off; negative if it is none. */
  private static int fraction(byte[] bytes, int from, int until) {
    if (from == until) {
      return 0;
    }
    if (bytes[from] != '.' || until - from < 2) {
      return -1;
    }
    int micros = 0;
    for (int i = from + 1; i < until; i++) {
      if (!isDigit(bytes[i])) {
        return -1;
      }
      if (i <= from + MICROS_DIGITS) {
        micros = 10 * micros + bytes[i] - '0';
      }
    }
    for (int i = until; i <= from + MICROS_DIGITS; i++) {
      micros *= 10;
    }
    return micros;
  }

  /** A number of two digits; so far below zero if it is none that a hundred of them are too. */
  private static int two(byte[] bytes, int from) {
    byte tens = bytes[from];
    byte ones = bytes[from + 1];
    return isDigit(tens) && isDigit(ones) ? 10 * (tens - '0') + ones - '0' : -10_000;
  }

  private static long days(int year, int month, int day) {
    int before = year - 1;
    long days = 365L * before + before / 4 - before / 100 + before / 400;
    int leapDay = month > 2 && isLeap(year) ? 1 : 0;
    return days + DAYS_BEFORE_MONTH[month - 1] + leapDay + day - 1 - DAYS_BEFORE_1970;
  }

  private static int daysOf(int month, int year) {
    return month == 2 && isLeap(year) ? 29 : DAYS_OF_MONTH[month - 1];
  }

  private static boolean isLeap(int year) {
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  }

  private static boolean isDigit(byte b) {
    return b >= '0' && b <= '9';
  }
}
