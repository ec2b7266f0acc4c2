package dev.tidemark.batch.process;

import dev.tidemark.landing.config.ConfigException;
import dev.tidemark.landing.config.ConfigFile;
import dev.tidemark.landing.config.Problems;
import dev.tidemark.landing.config.Section;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads and checks the declarations of event types; see {@link EventTypes} for their form. */
final class EventTypesReader {
  private static final Pattern TYPE_NAME = Pattern.compile("[a-z0-9][a-z0-9_-]{0,62}");
  private static final Pattern COLUMN_NAME = Pattern.compile("[a-z][a-z0-9_]{0,62}");
  private static final Pattern JSON_PATH = Pattern.compile("[^.\\s]+(\\.[^.\\s]+)*");
  private static final String PATH_RULE = "must be names joined by dots, such as context.page.url";

  // Columns that every output has, and the levels of its directories.
  private static final Set<String> RESERVED =
      Set.of(
          "event_id",
          "received_at",
          "source",
          "ip",
          "user_agent",
          "properties",
          "kafka_topic",
          "kafka_partition",
          "kafka_offset",
          "_problems",
          "type",
          "dt",
          "hr",
          "mi");

  private final List<EventType> types = new ArrayList<>();
  private final Set<String> names = new HashSet<>(Set.of(EventType.UNKNOWN.name()));
  private final Set<List<Object>> matches = new HashSet<>();

  List<EventType> read(SortedMap<String, String> declarations) {
    List<String> mistakes = new ArrayList<>();
    declarations.forEach(
        (file, yaml) -> {
          try {
            readFile(file, yaml);
          } catch (ConfigException e) {
            e.problems().forEach(p -> mistakes.add(p.contains(file) ? p : file + ": " + p));
          }
        });
    if (!mistakes.isEmpty()) {
      throw new ConfigException(mistakes);
    }
    return types;
  }

  static SortedMap<String, String> texts(Path directory) {
    try (Stream<Path> listed = Files.list(directory)) {
      SortedMap<String, String> texts = new TreeMap<>();
      for (Path file : listed.filter(f -> f.toString().endsWith(".yaml")).toList()) {
        texts.put(file.toString(), Files.readString(file));
      }
      if (texts.isEmpty()) {
        throw new ConfigException(
            List.of("'batch.event-types-dir': " + directory + " holds no *.yaml file."));
      }
      return texts;
    } catch (IOException e) {
      throw new ConfigException(
          List.of("'batch.event-types-dir': " + directory + " cannot be read: " + e));
    }
  }

  private void readFile(String file, String yaml) {
    Problems problems = new Problems();
    Section root = ConfigFile.parse(yaml, file, Map.of(), List.of()).root(problems);
    List<Section> shared = root.sections("columns");
    List<Section> declared = root.sections("types");
    if (declared.isEmpty()) {
      root.problem("types", "must list at least one event type", "nothing");
    }
    // Once by themselves, so that a mistake in a shared column is told once and not per type.
    List<Column> sharedColumns = columns(shared, new HashSet<>());
    for (Section type : declared) {
      types.add(type(type, sharedColumns));
    }
    root.rejectUnknown();
    problems.throwIfAny();
  }

  private EventType type(Section section, List<Column> shared) {
    String name =
        section.matching(
            "name",
            section.requiredText("name"),
            TYPE_NAME,
            "must be lower-case letters, digits, '-' and '_', at most 63");
    if (!names.add(name)) {
      section.problem("name", "must differ from every other type's and from 'unknown'", name);
    }
    Section match = section.section("match");
    List<String> path = path(match);
    String value = match.requiredText("value");
    match.rejectUnknown();
    if (!matches.add(List.of(path, value))) {
      match.problem("value", "must differ from every other type's at this path", value);
    }
    Set<String> taken = new HashSet<>();
    shared.forEach(c -> taken.add(c.name()));
    List<Column> columns = new ArrayList<>(shared);
    columns.addAll(columns(section.sections("columns"), taken));
    section.rejectUnknown();
    return new EventType(name, path, value, columns);
  }

  private static List<Column> columns(List<Section> sections, Set<String> taken) {
    return sections.stream().map(s -> column(s, taken)).toList();
  }

  private static Column column(Section section, Set<String> taken) {
    Column column =
        new Column(
            section.matching(
                "name",
                section.requiredText("name"),
                COLUMN_NAME,
                "must be lower-case letters, digits and '_', beginning with a letter"),
            path(section),
            section.choice("type", ColumnType.STRING),
            section.flag("required", false),
            null,
            section.text("description", ""));
    if (RESERVED.contains(column.name())) {
      section.problem("name", "must not be a column that every output has", column.name());
    }
    if (!taken.add(column.name())) {
      section.problem("name", "must differ from every other column's", column.name());
    }
    if (column.name().equals(Column.EVENT_TIME)
        && column.type() != ColumnType.TIMESTAMP
        && isTypeKnown(section)) {
      section.problem("type", "of event_time must be timestamp", column.type().sqlName());
    }
    Optional<Object> byDefault = defaultOf(section, column);
    section.rejectUnknown();
    return byDefault.map(column::withDefault).orElse(column);
  }

  /** Of another it has been said already that there is none. */
  private static boolean isTypeKnown(Section section) {
    return section
        .text("type")
        .map(
            t ->
                Arrays.stream(ColumnType.values())
                    .anyMatch(c -> c.name().toLowerCase(Locale.ROOT).equals(t)))
        .orElse(true);
  }

  private static Optional<Object> defaultOf(Section section, Column column) {
    Optional<String> text = section.text("default");
    if (text.isPresent() && column.required()) {
      section.problem(
          "default", "must be left out where required is true: it would never be used", text.get());
    }
    Optional<Object> value = text.flatMap(t -> column.type().convert(new JsonScalar(t, true)));
    if (text.isPresent() && value.isEmpty()) {
      section.problem("default", "must be a " + column.type().sqlName(), text.get());
    }
    return value;
  }

  private static List<String> path(Section section) {
    String text = section.matching("path", section.requiredText("path"), JSON_PATH, PATH_RULE);
    return List.of(text.split("\\.", -1));
  }
}
