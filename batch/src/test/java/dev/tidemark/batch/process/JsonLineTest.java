package dev.tidemark.batch.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class JsonLineTest {
  private static final String VALID =
      "\uFEFF{\"a\\u0041\":-0.5e+10,\"b\" : [1,{\"c\":\"\\\"\u20ac\uD83D\uDE00\"},[]],\t\"d\":{\"e\":true,\"f\":{}},"
          + "\"g\":null, \"h\":false,\"i\":0}";

  /** The one property that matters: no line is lost or taken that another parser sees otherwise. */
  @Property(tries = 20_000)
  void it_takes_what_jackson_takes(@ForAll("damaged") byte[] line) {
    assertThat(new JsonLine().read(line))
        .as(new String(line, StandardCharsets.UTF_8))
        .isEqualTo(jacksonTakes(line));
  }

  @Property(tries = 5_000)
  void it_takes_what_jackson_takes_of_the_pieces_of_json(@ForAll("pieces") String line) {
    byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
    assertThat(new JsonLine().read(bytes)).as(line).isEqualTo(jacksonTakes(bytes));
  }

  @Example
  void a_line_is_read_into_what_the_one_before_left() {
    JsonLine line = new JsonLine();
    assertThat(line.read(bytes("{\"a\":{\"b\":{\"c\":1}},\"d\":2} "))).isTrue();
    assertThat(line.read(bytes("{\"a\":"))).isFalse();
    assertThat(line.read(bytes("{\"d\":\"x\"}"))).isTrue();
    assertThat(line.last(JsonLine.WHOLE, bytes("a"))).isEqualTo(JsonLine.NONE);
    assertThat(text(line, "d")).isEqualTo("x");
  }

  @Example
  void names_are_compared_by_what_they_mean() {
    JsonLine line = new JsonLine();
    assertThat(line.read(bytes("{\"\\u0061\":1,\"a\\\"\":2}"))).isTrue();
    assertThat(text(line, "a")).isEqualTo("1");
    assertThat(text(line, "a\"")).isEqualTo("2");
  }

  @Example
  void what_stands_inside_an_array_is_no_member() {
    JsonLine line = new JsonLine();
    assertThat(line.read(bytes("{\"x\":[{\"a\":1}],\"y\":{\"z\":[{\"b\":2}],\"b\":3}}"))).isTrue();
    assertThat(line.last(JsonLine.WHOLE, bytes("a"))).isEqualTo(JsonLine.NONE);
    assertThat(text(line, "y", "b")).isEqualTo("3");
    assertThat(line.last(JsonLine.WHOLE, List.of(bytes("x"), bytes("a")))).isEqualTo(JsonLine.NONE);
  }

  @Example
  void more_members_than_were_foreseen_have_a_place() {
    StringBuilder json = new StringBuilder("{\"first\":0");
    for (int i = 0; i < 1000; i++) {
      json.append(",\"m").append(i).append("\":").append(i);
    }
    JsonLine line = new JsonLine();
    assertThat(line.read(bytes(json.append('}').toString()))).isTrue();
    assertThat(text(line, "m999")).isEqualTo("999");
    assertThat(text(line, "first")).isEqualTo("0");
  }

  @Property(tries = 2_000)
  void members_are_left_out_wherever_they_stand(@ForAll("subsets") List<Integer> leftOut) {
    JsonLine line = new JsonLine();
    assertThat(line.read(bytes("{\"a\":1, \"b\":{\"c\":[2,{}] ,\"d\":3}, \"e\":\"x,y\"}")))
        .isTrue();
    Members members = new Members();
    leftOut.forEach(members::add);
    String b =
        "\"b\":{"
            + joined(
                leftOut.contains(3) ? "" : "\"c\":[2,{}]", leftOut.contains(4) ? "" : "\"d\":3")
            + "}";
    assertThat(new String(line.without(JsonLine.WHOLE, members), StandardCharsets.UTF_8))
        .isEqualTo(
            "{"
                + joined(
                    leftOut.contains(1) ? "" : "\"a\":1",
                    leftOut.contains(2) ? "" : b,
                    leftOut.contains(5) ? "" : "\"e\":\"x,y\"")
                + "}");
  }

  @Provide
  Arbitrary<List<Integer>> subsets() {
    return Arbitraries.integers().between(1, 5).list().ofMaxSize(7);
  }

  @Provide
  Arbitrary<byte[]> damaged() {
    byte[] valid = bytes(VALID);
    Arbitrary<byte[]> insert =
        Arbitraries.oneOf(
                Arbitraries.bytes(),
                Arbitraries.chars()
                    .with("{}[]\",:\\0159-+.eE truefalsn\t\r\u0000")
                    .map(c -> (byte) c.charValue()))
            .array(byte[].class)
            .ofMaxSize(3);
    return Combinators.combine(
            Arbitraries.integers().between(0, valid.length),
            Arbitraries.integers().between(0, 3),
            insert)
        .as(
            (at, removed, added) -> {
              int resume = Math.min(valid.length, at + removed);
              byte[] line = Arrays.copyOf(valid, at + added.length + valid.length - resume);
              System.arraycopy(added, 0, line, at, added.length);
              System.arraycopy(valid, resume, line, at + added.length, valid.length - resume);
              return line;
            });
  }

  @Provide
  Arbitrary<String> pieces() {
    return Arbitraries.of(
            "{",
            "}",
            "[",
            "]",
            "\"a\"",
            ":",
            ",",
            "1",
            "-0",
            "01",
            "1.",
            "2e5",
            "true",
            "null",
            " ",
            "\"\\u12\"",
            "\"\\ud800\"",
            "{\"a\":1}",
            "{}",
            "x")
        .list()
        .ofMaxSize(9)
        .map(parts -> "{" + String.join("", parts) + "}");
  }

  private static boolean jacksonTakes(byte[] line) {
    if (Utf8.text(line).isEmpty() || new String(line, StandardCharsets.UTF_8).indexOf('\0') >= 0) {
      return false;
    }
    try (JsonParser parser = JsonText.JSON.createParser(line)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        return false;
      }
      parser.skipChildren();
      return parser.nextToken() == null;
    } catch (IOException e) {
      return false;
    }
  }

  private static String text(JsonLine line, String... path) {
    int member = line.last(JsonLine.WHOLE, Arrays.stream(path).map(JsonLineTest::bytes).toList());
    return line.text(member).orElseThrow().toString();
  }

  private static String joined(String... parts) {
    return String.join(",", Arrays.stream(parts).filter(p -> !p.isEmpty()).toList());
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
