package dev.tidemark.collector.event;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonScannerTest {
  private static final JsonMapper JACKSON = new JsonMapper();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "[]",
        "0",
        "-0",
        "1e400",
        "-1.50E+07",
        "123456789012345678901234567890.10",
        "\"\"",
        "null",
        "{\"a\":1,\"a\":2}",
        "{\"b\":1,\"a\":[{},[],\"\",false]}",
        "\"\\ud800\"",
        "\"\\u0000\\/\\\"\\b\"",
        "{\"z\":\"Zo\u00eb \u65e5\u672c \ud83d\ude00 \u2028\"}",
        "\" white  space\u00a0 stays \"",
      })
  void compact_text_is_kept_byte_for_byte(String text) throws Exception {
    assertThat(compact(text)).isEqualTo(text);
  }

  @Test
  void only_insignificant_white_space_goes() throws Exception {
    assertThat(compact(" \r\n\t{ \"a b\" :\n[ 1 ,\t2.0 , { } , [ ] ] , \"c\" : \" x \" } \n"))
        .isEqualTo("{\"a b\":[1,2.0,{},[]],\"c\":\" x \"}");
  }

  @Test
  void a_byte_order_mark_before_the_value_is_ignored() throws Exception {
    assertThat(compact("\ufeff{\"a\":1}")).isEqualTo("{\"a\":1}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "{",
        "[1",
        "{\"a\"",
        "{\"a\":",
        "{\"a\":1",
        "{\"a\":1,}",
        "[1,]",
        "[,1]",
        "{,}",
        "{\"a\" 1}",
        "{a:1}",
        "{'a':1}",
        "{1:1}",
        "[1}",
        "{\"a\":1]",
        "[1 2]",
        "01x",
        "-",
        "1.",
        ".5",
        "1e",
        "1e+",
        "+1",
        "NaN",
        "Infinity",
        "tru",
        "nul",
        "True",
        "\"",
        "\"\\",
        "\"\\x\"",
        "\"\\u12\"",
        "\"\\u12g4\"",
        "\"a\nb\"",
        "\"a\u0000b\"",
        "\u0000",
        "{\u00a0}",
        "{}\ufeff",
        "[]//",
        "/**/1",
      })
  void what_is_not_json_is_refused(String text) {
    assertThatThrownBy(() -> compact(text)).isInstanceOf(UnacceptableException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\u0080", // a continuation alone
        "\u00c0\u00af", // overlong
        "\u00e0\u0080\u00af", // overlong
        "\u00ed\u00a0\u0080", // a surrogate
        "\u00f4\u0090\u0080\u0080", // above U+10FFFF
        "\u00f8\u0088\u0080\u0080\u0080",
        "\u00e6\u0097", // cut off
        "\u00ff",
      })
  void what_is_not_utf8_is_refused(String bytesAsLatin1) {
    byte[] bytes = ("{\"a\":\"" + bytesAsLatin1 + "\"}").getBytes(ISO_8859_1);
    assertThatThrownBy(() -> compact(bytes))
        .isInstanceOf(UnacceptableException.class)
        .hasMessageContaining("UTF-8");
  }

  @Test
  void depth_is_limited_and_never_exhausts_the_stack() throws Exception {
    String deepest = "[".repeat(200) + "]".repeat(200);
    assertThat(compact(deepest)).isEqualTo(deepest);
    for (int depth : new int[] {201, 100_000}) {
      assertThatThrownBy(() -> compact("{\"a\":".repeat(depth) + "1" + "}".repeat(depth)))
          .isInstanceOf(UnacceptableException.class)
          .hasMessageContaining("200 levels");
    }
  }

  @Test
  void any_document_comes_out_as_an_independent_writer_would_write_it() throws Exception {
    Random random = new Random(42);
    for (int i = 0; i < 2_000; i++) {
      var tree = tree(random, 5);
      String pretty = tree.toPrettyString();
      assertThat(compact(pretty)).isEqualTo(tree.toString());
    }
  }

  @Test
  void damaged_documents_are_judged_as_an_independent_parser_does() throws Exception {
    Random random = new Random(7);
    String alphabet = "{}[]\",:\\0123456789eE+-.tfnu \n\u0000x";
    int refused = 0;
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = tree(random, 3).toString().getBytes(UTF_8);
      int at = random.nextInt(bytes.length);
      bytes[at] = (byte) alphabet.charAt(random.nextInt(alphabet.length()));
      boolean valid = isValidForJackson(bytes);
      boolean accepted;
      try {
        compact(bytes.clone());
        accepted = true;
      } catch (UnacceptableException e) {
        accepted = false;
        refused++;
      }
      assertThat(accepted).as(new String(bytes, UTF_8)).isEqualTo(valid);
    }
    assertThat(refused).isBetween(1_000, 19_000);
  }

  private static boolean isValidForJackson(byte[] bytes) {
    try (JsonParser parser = new JsonFactory().createParser(bytes)) {
      if (parser.nextToken() == null) {
        return false;
      }
      parser.skipChildren();
      parser.finishToken();
      return parser.nextToken() == null;
    } catch (IOException e) {
      return false;
    }
  }

  private static JsonNode tree(Random random, int depth) {
    var nodes = JACKSON.getNodeFactory();
    return switch (random.nextInt(depth > 0 ? 8 : 6)) {
      case 0 -> nodes.numberNode(random.nextLong());
      case 1 -> nodes.numberNode(random.nextGaussian());
      case 2 -> nodes.booleanNode(random.nextBoolean());
      case 3 -> nodes.nullNode();
      case 4 -> nodes.textNode("Zo\u00eb \ud83d\ude00 \" \\ \n " + random.nextInt());
      case 5 -> nodes.textNode("");
      case 6 -> {
        ArrayNode array = nodes.arrayNode();
        for (int i = random.nextInt(4); i > 0; i--) {
          array.add(tree(random, depth - 1));
        }
        yield array;
      }
      default -> {
        ObjectNode object = nodes.objectNode();
        for (int i = random.nextInt(4); i > 0; i--) {
          object.set("k " + random.nextInt(10), tree(random, depth - 1));
        }
        yield object;
      }
    };
  }

  private static String compact(String text) throws UnacceptableException {
    return compact(text.getBytes(UTF_8));
  }

  private static String compact(byte[] bytes) throws UnacceptableException {
    JsonScanner scanner = new JsonScanner(bytes, bytes.length);
    Event event = scanner.value();
    if (scanner.peek() != -1) {
      throw new UnacceptableException(UnacceptableException.Kind.MALFORMED, "trailing text");
    }
    return new String(event.toBytes(), UTF_8);
  }

  /**
   * Strings are looked at eight bytes at once, so what is special may stand at any of eight places.
   */
  @Test
  void what_is_special_in_a_string_is_seen_wherever_it_stands() throws Exception {
    for (int before = 0; before < 20; before++) {
      for (int after = 0; after < 20; after++) {
        String start = "\"" + "~".repeat(before);
        String end = " !#[]\u007f".repeat(4).substring(0, after) + "\"";
        for (String whole : List.of("", "\\\"", "\\u00e9", "\u00e9", "\ud83d\ude00")) {
          assertThat(compact(start + whole + end)).isEqualTo(start + whole + end);
        }
        for (String broken : List.of("\u001f", "\n", "\\x")) {
          assertThatThrownBy(() -> compact(start + broken + end))
              .as(start + broken + end)
              .isInstanceOf(UnacceptableException.class);
        }
      }
    }
  }
}
