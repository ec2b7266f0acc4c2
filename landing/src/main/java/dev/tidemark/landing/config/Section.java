package dev.tidemark.landing.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One mapping of the configuration. Each getter names a key, its default and its rule; what is
 * wrong is reported to the {@link Problems} and the default returned, so that reading goes on and
 * finds the rest. {@link #rejectUnknown()} comes last: any key that no getter named is unknown.
 *
 * <p>An environment variable overrides a key: {@code TIDEMARK_} and the key's path in capitals,
 * every other character an underscore, as {@code TIDEMARK_DATASETS_0_GRANULARITY}.
 */
public final class Section {
  private static final Pattern SIZE = Pattern.compile("(\\d{1,12})\\s*(B|KiB|MiB|GiB)?");

  private final String path;
  private final ObjectNode node;
  private final Map<String, String> environment;
  private final Problems problems;
  private final References references;
  private final TreeSet<String> known = new TreeSet<>();

  Section(String path, ObjectNode node, Map<String, String> environment, Problems problems) {
    this.path = path;
    this.node = node;
    this.environment = environment;
    this.problems = problems;
    this.references = new References(environment, problems);
  }

  /** A section below this one; an absent one is empty. */
  public Section section(String key) {
    known.add(key);
    JsonNode child = node.get(key);
    // A section whose every key is commented out.
    boolean empty = child == null || child.isNull() || child.asText("x").isEmpty();
    if (!empty && !child.isObject()) {
      problems.add(pathOf(key), "must be a section of keys", child);
    }
    ObjectNode object = child instanceof ObjectNode o ? o : JsonNodeFactory.instance.objectNode();
    return new Section(pathOf(key), object, environment, problems);
  }

  /** The sections of a list; an absent list is empty. */
  public List<Section> sections(String key) {
    known.add(key);
    JsonNode child = node.get(key);
    List<Section> sections = new ArrayList<>();
    if (child instanceof ArrayNode array) {
      for (int i = 0; i < array.size(); i++) {
        String at = pathOf(key) + "[" + i + "]";
        if (array.get(i) instanceof ObjectNode object) {
          sections.add(new Section(at, object, environment, problems));
        } else {
          // Not the value itself: it may be a secret.
          problems.add("'" + at + "' must be a section of keys, and is a single value.");
        }
      }
    } else if (child != null && !child.isNull()) {
      // Nor here.
      problems.add("'" + pathOf(key) + "' must be a list, and is none.");
    }
    return sections;
  }

  /** The value as text, references resolved. */
  public Optional<String> text(String key) {
    known.add(key);
    String override = environment.get(environmentName(pathOf(key)));
    if (override != null) {
      return Optional.of(override);
    }
    JsonNode child = node.get(key);
    if (child == null || child.isNull()) {
      return Optional.empty();
    }
    if (child.isContainerNode()) {
      // Not what it is: it may hold a secret.
      problems.add(
          "'"
              + pathOf(key)
              + "' must be a single value, and is a "
              + (child.isArray() ? "list" : "section")
              + ".");
      return Optional.empty();
    }
    return Optional.of(references.resolve(pathOf(key), child.asText()));
  }

  /** A variable of the environment under a name that is not Tidemark's. */
  public Optional<String> variable(String name) {
    return Optional.ofNullable(environment.get(name));
  }

  public String text(String key, String byDefault) {
    return text(key).orElse(byDefault);
  }

  /** Text that must be there; where it is not, a problem is reported and {@code ""} returned. */
  public String requiredText(String key) {
    return text(key)
        .filter(t -> !t.isBlank())
        .orElseGet(
            () -> {
              problems.add("'" + pathOf(key) + "' is required and missing.");
              return "";
            });
  }

  /** Text that must match a pattern; {@code rule} says so in words. */
  public String matching(String key, String byDefault, Pattern pattern, String rule) {
    return read(
        key, byDefault, rule, t -> Optional.of(t).filter(x -> pattern.matcher(x).matches()));
  }

  public int integer(String key, int byDefault, int least, int most) {
    return (int) integer(key, (long) byDefault, least, most);
  }

  public long integer(String key, long byDefault, long least, long most) {
    return read(
        key,
        byDefault,
        "must be a whole number from " + least + " to " + most,
        t ->
            t.matches("-?\\d{1,18}")
                ? Optional.of(Long.parseLong(t)).filter(n -> n >= least && n <= most)
                : Optional.empty());
  }

  public boolean flag(String key, boolean byDefault) {
    return read(
        key,
        byDefault,
        "must be true or false",
        t ->
            switch (t) {
              case "true" -> Optional.of(true);
              case "false" -> Optional.of(false);
              default -> Optional.empty();
            });
  }

  /** A duration in ISO 8601 form, not negative. */
  public Duration duration(String key, Duration byDefault) {
    return duration(key, byDefault, Duration.ZERO);
  }

  public Duration duration(String key, Duration byDefault, Duration least) {
    return read(
        key,
        byDefault,
        "must be a duration such as PT15S, PT5M or PT1H, at least " + least,
        t -> {
          try {
            return Optional.of(Duration.parse(t)).filter(d -> d.compareTo(least) >= 0);
          } catch (DateTimeParseException e) {
            return Optional.empty();
          }
        });
  }

  /** A duration where one is given. */
  public Optional<Duration> durationIfGiven(String key, Duration least) {
    return text(key).map(t -> duration(key, least, least));
  }

  /** A number of bytes: {@code 4 MiB}, {@code 256KiB}, {@code 1000}. */
  public long bytes(String key, long byDefault) {
    return read(
        key,
        byDefault,
        "must be a size such as 256 KiB, 4 MiB or 1 GiB",
        t -> {
          Matcher m = SIZE.matcher(t.trim());
          if (!m.matches()) {
            return Optional.empty();
          }
          String unit = m.group(2) == null ? "B" : m.group(2);
          int shift = List.of("B", "KiB", "MiB", "GiB").indexOf(unit) * 10;
          return Optional.of(Long.parseLong(m.group(1)) << shift);
        });
  }

  /** One of an enum's constants, written in lower case with hyphens: {@code oldest-first}. */
  public <E extends Enum<E>> E choice(String key, E byDefault) {
    E[] all = byDefault.getDeclaringClass().getEnumConstants();
    List<String> names = new ArrayList<>();
    for (E e : all) {
      names.add(e.name().toLowerCase(Locale.ROOT).replace('_', '-'));
    }
    return read(
        key,
        byDefault,
        "must be one of " + String.join(", ", names),
        t -> Optional.of(names.indexOf(t)).filter(i -> i >= 0).map(i -> all[i]));
  }

  public Optional<URI> uri(String key) {
    return text(key)
        .flatMap(
            t -> {
              try {
                return Optional.of(new URI(t)).filter(u -> u.getScheme() != null);
              } catch (URISyntaxException e) {
                return Optional.empty();
              }
            })
        .or(
            () -> {
              text(key)
                  .ifPresentOrElse(
                      t ->
                          problems.add(
                              pathOf(key), "must be a URI such as hdfs://host:8020/data", t),
                      () -> problems.add("'" + pathOf(key) + "' is required and missing."));
              return Optional.empty();
            });
  }

  /** A path; a relative one starts at the installation, wherever the program was started. */
  public Path path(String key, String byDefault) {
    return references.fromHome(Path.of(text(key, byDefault)));
  }

  /** A list of single values; a text with commas is one too. */
  public List<String> texts(String key, List<String> byDefault) {
    known.add(key);
    String override = environment.get(environmentName(pathOf(key)));
    if (override == null && node.get(key) instanceof ArrayNode array) {
      List<String> values = new ArrayList<>();
      for (int i = 0; i < array.size(); i++) {
        values.add(references.resolve(pathOf(key) + "[" + i + "]", array.get(i).asText()));
      }
      return List.copyOf(values);
    }
    return text(key)
        .map(t -> t.isBlank() ? List.<String>of() : List.of(t.trim().split("\\s*,\\s*")))
        .orElse(byDefault);
  }

  /**
   * All keys and values, for settings that are passed through to a library. Environment variables
   * below this section's name add keys, in lower case with dots: {@code
   * TIDEMARK_KAFKA_SECURITY_PROTOCOL} is {@code security.protocol}.
   */
  public Map<String, String> all() {
    Map<String, String> values = new LinkedHashMap<>();
    node.fieldNames().forEachRemaining(key -> text(key).ifPresent(value -> values.put(key, value)));
    String prefix = environmentName(path) + "_";
    environment.forEach(
        (name, value) -> {
          if (name.startsWith(prefix)) {
            values.put(
                name.substring(prefix.length()).toLowerCase(Locale.ROOT).replace('_', '.'), value);
          }
        });
    return values;
  }

  /** Reports a value that a rule across keys refuses. */
  public void problem(String key, String rule, Object value) {
    problems.add(pathOf(key), rule, value);
  }

  /** Reports a key that belongs to another place. */
  public void belongsTo(String key, String place) {
    known.add(key);
    if (node.has(key)) {
      problems.add("'" + pathOf(key) + "' belongs to '" + place + "', which is for all datasets.");
    }
  }

  /** Reports every key that no getter asked for, with the nearest one that exists. */
  public void rejectUnknown() {
    node.fieldNames()
        .forEachRemaining(
            key -> {
              if (!known.contains(key)) {
                problems.add("'" + pathOf(key) + "' is not a known key." + nearest(key));
              }
            });
  }

  private String nearest(String key) {
    return known.stream()
        .min((a, b) -> Integer.compare(Distance.between(key, a), Distance.between(key, b)))
        .map(k -> " Did you mean '" + pathOf(k) + "'?")
        .orElse("");
  }

  private <T> T read(String key, T byDefault, String rule, Function<String, Optional<T>> parse) {
    Optional<String> found = text(key);
    if (found.isEmpty()) {
      return byDefault;
    }
    Optional<T> value = parse.apply(found.get());
    if (value.isEmpty()) {
      problems.add(pathOf(key), rule, found.get());
    }
    return value.orElse(byDefault);
  }

  private String pathOf(String key) {
    return path.isEmpty() ? key : path + "." + key;
  }

  static String environmentName(String path) {
    return "TIDEMARK_"
        + path.replaceAll("[^A-Za-z0-9]+", "_").replaceAll("_$", "").toUpperCase(Locale.ROOT);
  }
}
