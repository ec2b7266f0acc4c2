package dev.tidemark.batch.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.landing.config.ConfigException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventTypesTest {
  /** The declarations that ship. */
  static final Path SHIPPED = Path.of("..", "conf", "events");

  @TempDir Path directory;

  @Test
  void the_clickstream_types_that_ship_are_valid() {
    assertThat(EventTypes.load(SHIPPED).all())
        .extracting(EventType::name)
        .containsExactly("search", "component");
    assertThat(EventTypes.load(SHIPPED).all())
        .allSatisfy(
            t ->
                assertThat(t.columns())
                    .hasSize(11)
                    .filteredOn(Column::required)
                    .extracting(Column::dotted)
                    .containsExactly("sid", "timestamp", "type"));
  }

  @Test
  void every_mistake_is_named_with_its_file() throws IOException {
    Files.writeString(
        directory.resolve("a.yaml"),
        """
        types:
          - name: unknown
            match: {path: type, value: x}
          - name: Bad Name
            match: {path: type, value: x}
        columns:
          - {name: event_id, path: id}
          - {name: n, path: a..b, type: int}
          - {name: n, path: n}
          - {name: event_time, path: t, type: string}
          - {name: m, path: m, requird: true}
        """);
    Files.writeString(directory.resolve("b.yaml"), "types: []");
    assertThatThrownBy(() -> EventTypes.load(directory))
        .isInstanceOfSatisfying(
            ConfigException.class,
            e ->
                assertThat(String.join("\n", e.problems()))
                    .contains(
                        "a.yaml: 'types[0].name' must differ from every other type's",
                        "'types[1].name' must be lower-case letters",
                        "'types[1].match.value' must differ",
                        "'columns[0].name' must not be a column that every output has",
                        "'columns[1].path' must be names joined by dots",
                        "'columns[1].type' must be one of string, long",
                        "'columns[2].name' must differ",
                        "'columns[3].type' of event_time must be timestamp",
                        "Did you mean 'columns[4].required'",
                        "b.yaml: 'types' must list at least one"));
  }

  @Test
  void a_directory_without_declarations_is_refused() {
    assertThatThrownBy(() -> EventTypes.load(directory)).hasMessageContaining("holds no *.yaml");
    assertThatThrownBy(() -> EventTypes.load(directory.resolve("absent")))
        .hasMessageContaining("cannot be read");
  }

  @Test
  void the_hash_follows_what_the_output_depends_on() throws IOException {
    String before = hashWith("{name: n, path: n, type: long, description: old}");
    assertThat(hashWith("{name: n, path: n, type: long, description: new}")).isEqualTo(before);
    assertThat(hashWith("{name: n, path: n, type: double}")).isNotEqualTo(before);
    assertThat(hashWith("{name: n, path: n, type: long, required: true}")).isNotEqualTo(before);
  }

  private String hashWith(String column) throws IOException {
    Files.writeString(
        directory.resolve("a.yaml"),
        "types:\n  - name: a\n    match: {path: type, value: a}\ncolumns:\n  - " + column + "\n");
    return EventTypes.load(directory).hash();
  }
}
