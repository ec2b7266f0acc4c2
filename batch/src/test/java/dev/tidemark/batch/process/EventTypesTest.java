package dev.tidemark.batch.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import dev.tidemark.landing.config.ConfigException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("locale")
class EventTypesTest {
  /** The declarations that ship. */
  static final Path SHIPPED = Path.of("..", "conf", "events");

  @TempDir Path directory;

  @Test
  void the_types_that_ship_are_valid() {
    assertThat(EventTypes.load(SHIPPED).all())
        .extracting(EventType::name)
        .containsExactly(
            "search", "component", "track", "page", "screen", "identify", "group", "alias");
    assertThat(EventTypes.load(SHIPPED).all())
        .filteredOn(t -> Set.of("search", "component").contains(t.name()))
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
          - {name: d1, path: d, type: long, default: many}
          - {name: d2, path: d, type: timestamp, default: 5}
          - {name: d3, path: d, type: double, default: "1e400"}
          - {name: d4, path: d, required: true, default: x}
          - {name: d5, path: d, type: boolean, default: [true]}
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
                        "'columns[5].default' must be a long. Found: many",
                        "'columns[6].default' must be a timestamp. Found: 5",
                        "'columns[7].default' must be a double. Found: 1e400",
                        "'columns[8].default' must be left out where required is true",
                        "'columns[9].default' must be a single value",
                        "b.yaml: 'types' must list at least one"));
  }

  @Test
  void a_type_that_does_not_exist_is_one_mistake_of_event_time_too() throws IOException {
    Files.writeString(
        directory.resolve("a.yaml"),
        """
        types:
          - {name: a, match: {path: type, value: a}}
        columns:
          - {name: event_time, path: t, type: time}
        """);
    assertThatThrownBy(() -> EventTypes.load(directory))
        .isInstanceOfSatisfying(
            ConfigException.class,
            e ->
                assertThat(e.problems())
                    .singleElement(STRING)
                    .contains("'columns[0].type' must be one of string", "Found: time."));
  }

  @Test
  void a_default_is_of_its_columns_type() throws IOException {
    Files.writeString(
        directory.resolve("a.yaml"),
        """
        types:
          - name: a
            match: {path: type, value: a}
        columns:
          - {name: s, path: s, default: 5}
          - {name: l, path: l, type: long, default: 9007199254740993}
          - {name: d, path: d, type: double, default: 0.5}
          - {name: b, path: b, type: boolean, default: false}
          - {name: t, path: t, type: timestamp, default: "2026-08-22T13:00:00Z"}
          - {name: e, path: e, default: ""}
          - {name: n, path: n}
        """);
    assertThat(EventTypes.load(directory).all().get(0).columns())
        .extracting(Column::valueIfAbsent)
        .containsExactly(
            "5", 9007199254740993L, 0.5, false, Instant.parse("2026-08-22T13:00:00Z"), "", null);
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
    assertThat(hashWith("{name: n, path: n, type: long, default: 5}")).isNotEqualTo(before);
  }

  private String hashWith(String column) throws IOException {
    Files.writeString(
        directory.resolve("a.yaml"),
        "types:\n  - name: a\n    match: {path: type, value: a}\ncolumns:\n  - " + column + "\n");
    return EventTypes.load(directory).hash();
  }
}
