package dev.tidemark.batch.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemark.landing.OffsetRange;
import dev.tidemark.landing.hadoop.FileSystems;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tuple;
import net.jqwik.api.lifecycle.AfterTry;

/** Whatever the lines are: none is lost, none is counted twice, and none stops the job. */
class ConservationIT {
  private final Path root = newDirectory();

  // A run of the whole job costs a second, so few runs of many lines, and no shrinking.
  @Property(tries = 6, shrinking = ShrinkingMode.OFF)
  void rows_in_are_rows_out_and_duplicates_and_quarantined(
      @ForAll("lines") List<byte[]> first, @ForAll("lines") List<byte[]> second)
      throws IOException {
    Partition partition = new Partition(root, EventTypes.load(EventTypesTest.SHIPPED));
    partition.stagedBytes("a", 0, List.of(new OffsetRange(0, first.size())), first);
    partition.stagedBytes("b", 3, List.of(new OffsetRange(9, 9 + second.size())), second);
    ProcessResult result = partition.processed("one");

    assertThat(result.rowsIn()).isEqualTo(first.size() + second.size());
    assertThat(partition.shown("one").size() + result.duplicates() + result.quarantined())
        .isEqualTo(result.rowsIn());
    Map<String, byte[]> landed = new HashMap<>();
    for (int i = 0; i < first.size(); i++) {
      landed.put("a/0/" + i, first.get(i));
    }
    for (int i = 0; i < second.size(); i++) {
      landed.put("b/3/" + (9 + i), second.get(i));
    }
    List<JsonNode> quarantine = result.quarantined() == 0 ? List.of() : partition.quarantine("one");
    assertThat(quarantine).hasSize((int) result.quarantined());
    for (JsonNode line : quarantine) {
      String record =
          line.get("topic").asText() + "/" + line.get("partition") + "/" + line.get("offset");
      assertThat(Partition.raw(line)).isEqualTo(landed.remove(record));
    }
  }

  @AfterTry
  void clean() throws IOException {
    FileSystems.open(root.getParent().toUri()).deleteTree(root.getFileName().toString());
  }

  @Provide
  Arbitrary<List<byte[]>> lines() {
    Arbitrary<byte[]> anything =
        Arbitraries.bytes().filter(b -> b != '\n').array(byte[].class).ofMaxSize(40);
    Arbitrary<byte[]> text =
        Arbitraries.strings()
            .withChars("{}[]\":,\\ \r\u2028é0e1")
            .ofMaxLength(20)
            .map(t -> t.getBytes(StandardCharsets.UTF_8));
    return Arbitraries.frequencyOf(Tuple.of(1, anything), Tuple.of(1, text), Tuple.of(4, events()))
        .list()
        .ofMaxSize(150);
  }

  // Few ids and contents, so that many repeat.
  private static Arbitrary<byte[]> events() {
    return Combinators.combine(
            Arbitraries.integers().between(0, 30),
            Arbitraries.of("search", "component", "video"),
            Arbitraries.of("web", "app"),
            Arbitraries.of("1", "1e400", "\"\\uD800\"", "[1,{\"a\":\"\u00e9\"}]", "null"))
        .as(
            (id, type, source, value) ->
                String.format(
                    "{\"event_id\":\"%d\",\"source\":\"%s\",\"event\":{\"sid\":\"s\",\"type\":\"%s\","
                        + "\"timestamp\":\"2026-08-22T08:00:00\",\"latitude\":%s,\"x\":%s}}",
                    id, source, type, value, value))
        .map(t -> t.getBytes(StandardCharsets.UTF_8));
  }

  private static Path newDirectory() {
    try {
      return Files.createTempDirectory("conservation");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
