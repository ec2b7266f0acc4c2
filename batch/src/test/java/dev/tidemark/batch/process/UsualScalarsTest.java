package dev.tidemark.batch.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.landing.IsoTime;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class UsualScalarsTest {

  @Property(tries = 20_000)
  void a_time_is_what_the_rule_says(@ForAll("times") String text) {
    long micros = UsualScalars.micros(padded(text), 1, 1 + text.length());
    if (micros != UsualScalars.OTHER) {
      assertThat(SparkValue.of(byRule(text))).as(text).isEqualTo(micros);
    }
  }

  @Property(tries = 5_000)
  void a_time_of_any_day_is_read(@ForAll("instants") Instant time) {
    String text = time.toString();
    assertThat(UsualScalars.micros(padded(text), 1, 1 + text.length()))
        .as(text)
        .isEqualTo(SparkValue.of(time.truncatedTo(ChronoUnit.MICROS)));
  }

  @Property(tries = 20_000)
  void a_number_is_what_the_rule_says(@ForAll("numbers") String text) {
    JsonScalar scalar = new JsonScalar(text, false);
    byte[] bytes = padded(text);
    long whole = UsualScalars.whole(bytes, 1, 1 + text.length());
    if (whole != UsualScalars.OTHER) {
      assertThat(ColumnType.LONG.convert(scalar)).as(text).contains(whole);
    }
    double decimal = UsualScalars.decimal(bytes, 1, 1 + text.length());
    if (!Double.isNaN(decimal)) {
      assertThat(ColumnType.DOUBLE.convert(scalar)).as(text).contains(decimal);
    }
  }

  @Example
  void the_usual_is_read() {
    assertThat(UsualScalars.whole(bytes("-123456789012345678"), 0, 19))
        .isEqualTo(-123456789012345678L);
    assertThat(UsualScalars.decimal(bytes("-34.3192785"), 0, 11)).isEqualTo(-34.3192785);
    assertThat(Double.doubleToRawLongBits(UsualScalars.decimal(bytes("-0.0"), 0, 4)))
        .isEqualTo(Double.doubleToRawLongBits(-0.0));
  }

  @Example
  void the_rest_is_left_to_the_rule() {
    for (String text :
        List.of("", "-", ".", "1.", "-.5", "1e5", "1.2.3", "1234567890123456", "x")) {
      assertThat(UsualScalars.decimal(bytes(text), 0, text.length())).as(text).isNaN();
    }
    for (String text : List.of("", "-", "1.0", "1e5", "1234567890123456789", "x")) {
      assertThat(UsualScalars.whole(bytes(text), 0, text.length()))
          .as(text)
          .isEqualTo(UsualScalars.OTHER);
    }
  }

  @Provide
  Arbitrary<String> times() {
    Arbitrary<String> valid =
        Arbitraries.of(
            "2026-08-22T13:00:00Z",
            "2024-02-29T23:59:59.123456789Z",
            "2023-02-29T00:00:00Z",
            "1900-02-29T00:00:00.1Z",
            "0000-01-01T00:00:00Z",
            "2026-04-31T24:00:60.123456Z",
            "2026-13-00T00:60:00.Z",
            "2026-08-22T13:00:00+02:00",
            "9999-12-31T23:59:59.9999999999Z");
    Arbitrary<Character> replacement = Arbitraries.chars().with("0123456789-:.TZtz+ ");
    return Combinators.combine(valid, Arbitraries.integers().between(0, 29), replacement)
        .as(
            (text, at, c) ->
                at >= text.length() ? text : text.substring(0, at) + c + text.substring(at + 1));
  }

  @Provide
  Arbitrary<Instant> instants() {
    return Combinators.combine(
            Arbitraries.longs()
                .between(
                    Instant.parse("0001-01-01T00:00:00Z").getEpochSecond(),
                    Instant.parse("9999-12-31T23:59:59Z").getEpochSecond()),
            Arbitraries.integers().between(0, 999_999_999))
        .as(Instant::ofEpochSecond);
  }

  @Provide
  Arbitrary<String> numbers() {
    Arbitrary<String> digits = Arbitraries.strings().numeric().ofMinLength(1).ofMaxLength(20);
    Arbitrary<String> whole =
        Combinators.combine(Arbitraries.of("", "-"), Arbitraries.longs().greaterOrEqual(0))
            .as((sign, number) -> sign + number);
    return Arbitraries.oneOf(
        whole,
        Combinators.combine(whole, digits).as((number, fraction) -> number + "." + fraction),
        Combinators.combine(Arbitraries.integers().between(-180, 180), digits)
            .as((number, fraction) -> number + "." + fraction),
        whole.map(number -> number + "e5"));
  }

  private static Instant byRule(String text) {
    Optional<Instant> time = IsoTime.parse(text);
    return time.map(t -> t.truncatedTo(ChronoUnit.MICROS)).orElse(null);
  }

  /** With something before and behind it that does not belong to it. */
  private static byte[] padded(String text) {
    return bytes("7" + text + "7");
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
