package dev.tidemark.standalone.demo;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventFileTest {
  private static final Path CLICKS = Path.of("../../shared/data/clickstream_events_1000.csv");

  @TempDir Path directory;

  @Test
  void a_json_line_with_an_id_is_left_as_it_is() {
    String odd = "{ \"messageId\" : \"a\", \"n\": 1.10e0, \"s\":\"\\u00e9\", \"n\":2 }";
    assertThat(events(odd + "\n\n{\"event_id\":\"b\"}"))
        .containsExactly(odd, "{\"event_id\":\"b\"}");
  }

  @Test
  void an_event_without_an_id_gets_one_that_is_the_same_in_every_run() {
    String text = "{\"a\":1.50}\n{\"a\":1.50}\n{}\n{\"event_id\":null,\"a\":1.50}\n";
    List<String> first = events(text);
    assertThat(first).isEqualTo(events(text)).doesNotHaveDuplicates();
    assertThat(first.get(0)).matches("\\{\"event_id\":\"[0-9a-f-]{36}\",\"a\":1\\.50}");
    assertThat(first.get(2)).matches("\\{\"event_id\":\"[0-9a-f-]{36}\"}");
    assertThat(first.get(3)).matches("\\{\"event_id\":\"[0-9a-f-]{36}\",\"a\":1\\.50}");
  }

  @Test
  void a_csv_row_becomes_an_object_without_its_empty_cells() {
    assertThat(events("\uFEFFevent_id,q,lat\r\nx1,,-34.3190\r\n12,tide table,\r\n"))
        .containsExactly(
            "{\"event_id\":\"x1\",\"lat\":-34.3190}", "{\"event_id\":\"12\",\"q\":\"tide table\"}");
  }

  @Test
  void csv_is_quoted_as_the_rfc_says() {
    assertThat(events("event_id,q\na,\"one, \"\"two\"\"\nthree\"\nb, x \n"))
        .containsExactly(
            "{\"event_id\":\"a\",\"q\":\"one, \\\"two\\\"\\nthree\"}",
            "{\"event_id\":\"b\",\"q\":\" x \"}");
  }

  @Test
  void only_what_is_plainly_a_number_is_one() {
    assertThat(
            events(
                """
                event_id,a,b,c,d,e,f,g
                x,007,1e5,-0,12345678901234567,+1,.5,NaN
                y,7,0.50,-1,123456789012345,0,0.0,10.5
                """))
        .containsExactly(
            "{\"event_id\":\"x\",\"a\":\"007\",\"b\":\"1e5\",\"c\":\"-0\","
                + "\"d\":\"12345678901234567\",\"e\":\"+1\",\"f\":\".5\",\"g\":\"NaN\"}",
            "{\"event_id\":\"y\",\"a\":7,\"b\":0.50,\"c\":-1,\"d\":123456789012345,"
                + "\"e\":0,\"f\":0.0,\"g\":10.5}");
  }

  @Test
  void two_equal_csv_rows_are_two_events() {
    List<String> twice = events("a\nx\nx\n");
    assertThat(twice).hasSize(2).doesNotHaveDuplicates();
  }

  @Test
  void a_line_that_is_no_event_is_named_by_its_number() {
    assertRefused("{\"a\":1}\n\n{\"a\":1}{\"a\":2}\n", "line 3", "one whole event");
    assertRefused("{\"a\":1}\n[1]\n", "line 2", "JSON object");
    assertRefused("[{\"a\":1}]", "jq -c");
    assertRefused("", "empty");
    assertRefused(" \n ", "empty");
    assertRefused("a,b\n1,2\n\"x\n\",4\n1,2,3\n", "line 5", "3 cells", "the header 2");
    assertRefused("a,b\n1\n", "line 2", "1 cells");
    assertRefused("a,b\n\n\r\n1\n", "line 4", "1 cells");
    assertRefused("a,a\n1,2\n", "line 1", "header");
    assertRefused("a,b\n1,\"open\n", "line 2", "quote");
  }

  @Test
  void a_file_that_is_not_utf_8_or_not_there_is_refused_with_what_to_do() {
    Path latin = write("{\"a\":\"é\"}", ISO_8859_1);
    assertThatThrownBy(() -> read(latin))
        .isInstanceOf(EventFileException.class)
        .hasMessageContaining("iconv");
    assertThatThrownBy(() -> read(directory.resolve("none.csv")))
        .isInstanceOf(EventFileException.class)
        .hasMessageContaining("none.csv");
  }

  @Test
  void a_thousand_real_rows_are_read() throws IOException {
    assumeThat(CLICKS).as("the shared clickstream file is not here").exists();
    List<String> events = read(CLICKS);
    assertThat(events).hasSize(1_000).doesNotHaveDuplicates();
    JsonNode first = new JsonMapper().readTree(events.get(0));
    assertThat(first.get("latitude").isNumber()).isTrue();
    assertThat(first.has("productId")).isFalse();
    assertThat(first.get("type").asText()).isEqualTo("search");
  }

  private void assertRefused(String text, String... words) {
    assertThatThrownBy(() -> events(text))
        .isInstanceOf(EventFileException.class)
        .hasMessageContainingAll(words);
  }

  private List<String> events(String text) {
    return read(write(text, UTF_8));
  }

  private Path write(String text, Charset charset) {
    try {
      return Files.write(directory.resolve("events"), text.getBytes(charset));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static List<String> read(Path file) {
    try (Stream<byte[]> events = EventFile.of(file).events()) {
      return events.map(e -> new String(e, UTF_8)).toList();
    }
  }
}
