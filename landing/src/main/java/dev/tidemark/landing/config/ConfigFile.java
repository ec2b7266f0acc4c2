package dev.tidemark.landing.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One {@code tidemark.yaml} with what overrides it, the later over the earlier: the file,
 * environment variables {@code TIDEMARK_…}, and {@code --set key=value}. Keys in {@code --set} are
 * written with dots and list positions: {@code datasets.0.granularity=PT1M}.
 *
 * <p>A value may name the environment, {@code ${NAME}} or {@code ${NAME:default}}, or a file that
 * holds a secret, {@code ${file:/path}}; both are read when a section asks for the value.
 */
public final class ConfigFile {
  private static final JsonMapper YAML =
      JsonMapper.builder(
              YAMLFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build())
          .build();

  private static final String FIRST = "0";

  private final ObjectNode tree;
  private final Map<String, String> environment;
  private final List<String> settings;

  /** Keys whose values the environment does not override. */
  private final Set<String> explicit;

  private ConfigFile(
      ObjectNode tree,
      Map<String, String> environment,
      List<String> settings,
      List<String> presets) {
    this.tree = tree;
    this.environment = Map.copyOf(environment);
    this.settings = List.copyOf(settings);
    this.explicit =
        Stream.concat(settings.stream(), presets.stream())
            .map(s -> s.substring(0, s.indexOf('=')))
            .collect(Collectors.toSet());
  }

  /**
   * Reads a file.
   *
   * @param settings {@code key=value} overrides
   * @throws ConfigException if the file cannot be read or is not YAML, or a setting has no {@code
   *     =}
   */
  public static ConfigFile read(Path file, Map<String, String> environment, List<String> settings) {
    try {
      return parse(Files.readString(file), file.toString(), environment, settings);
    } catch (NoSuchFileException e) {
      throw new ConfigException(
          List.of("There is no configuration file " + file + ". Name one with --config FILE."));
    } catch (IOException e) {
      throw new ConfigException(List.of(file + " cannot be read: " + e.getMessage()));
    }
  }

  /** As {@link #read}, from text; {@code name} is used in messages. */
  public static ConfigFile parse(
      String yaml, String name, Map<String, String> environment, List<String> settings) {
    JsonNode root;
    try {
      root = YAML.readTree(yaml);
    } catch (JsonProcessingException e) {
      throw new ConfigException(List.of(name + " is not valid YAML: " + e.getMessage()));
    }
    if (root == null || root.isMissingNode() || root.isNull()) {
      root = YAML.createObjectNode();
    }
    if (!(root instanceof ObjectNode tree)) {
      throw new ConfigException(List.of(name + " must be a mapping of sections. Found: " + root));
    }
    settings.forEach(s -> override(tree, s));
    return new ConfigFile(tree, environment, settings, List.of());
  }

  /**
   * This configuration with other values for some keys, over what the file says but under what the
   * user said with {@code --set}.
   *
   * @param presets as {@code key=value}
   */
  public ConfigFile preset(List<String> presets) {
    ObjectNode copy = tree.deepCopy();
    presets.forEach(p -> override(copy, p));
    settings.forEach(s -> override(copy, s));
    return new ConfigFile(copy, environment, settings, presets);
  }

  /** This configuration with values for keys that it does not have. */
  public ConfigFile withDefaults(List<String> defaults) {
    ObjectNode copy = tree.deepCopy();
    defaults.stream().filter(d -> !has(copy, d)).forEach(d -> override(copy, d));
    return new ConfigFile(
        copy, environment, settings, explicit.stream().map(k -> k + "=").toList());
  }

  private static boolean has(ObjectNode tree, String setting) {
    JsonNode at = tree;
    for (String name : setting.substring(0, setting.indexOf('=')).split("\\.", -1)) {
      at =
          at instanceof ArrayNode && name.matches("\\d{1,4}")
              ? at.path(Integer.parseInt(name))
              : at.path(name);
    }
    return !at.isMissingNode() && !at.isNull();
  }

  /** The whole file as a section; what it finds wrong goes to {@code problems}. */
  public Section root(Problems problems) {
    Map<String, String> overriding = new HashMap<>(environment);
    explicit.forEach(key -> overriding.remove(Section.environmentName(key)));
    return new Section("", tree, overriding, problems);
  }

  /**
   * This configuration as YAML, environment references unresolved, for a program started by
   * another.
   */
  public String toYaml() {
    try {
      return YAML.writeValueAsString(tree);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("A tree that was parsed can be written", e);
    }
  }

  private static void override(ObjectNode tree, String setting) {
    int equals = setting.indexOf('=');
    if (equals <= 0) {
      throw new ConfigException(
          List.of("'--set " + setting + "' must be key=value, such as datasets.0.grace=PT10M."));
    }
    String key = setting.substring(0, equals);
    JsonNode value = YAML.getNodeFactory().textNode(setting.substring(equals + 1));
    String[] path = key.split("\\.", levels(key));
    JsonNode at = tree;
    for (int i = 0; i < path.length - 1; i++) {
      at = step(at, path[i], path[i + 1], setting);
    }
    String last = path[path.length - 1];
    if (at instanceof ObjectNode object) {
      object.set(last, value);
    } else if (at instanceof ArrayNode array && isPosition(last, array.size())) {
      array.set(Integer.parseInt(last), value);
    } else if (at instanceof ArrayNode array && array.isEmpty() && last.equals(FIRST)) {
      array.add(value);
    } else {
      throw noSuchPlace(setting, last);
    }
  }

  // Settings of a library have dots in their names: all that follows the section is one key.
  private static int levels(String key) {
    if (key.startsWith("kafka.")) {
      return 2;
    }
    return key.startsWith("batch.spark.") ? 3 : -1;
  }

  /** One level down. A section that is not there is made, and so is the first of a list. */
  private static JsonNode step(JsonNode at, String name, String next, String setting) {
    if (at instanceof ArrayNode array && isPosition(name, array.size())) {
      return array.get(Integer.parseInt(name));
    }
    if (at instanceof ArrayNode array && array.isEmpty() && name.equals(FIRST)) {
      return array.addObject();
    }
    if (at instanceof ObjectNode object) {
      JsonNode child = object.get(name);
      if (child != null && child.isContainerNode()) {
        return child;
      }
      return next.equals(FIRST) ? object.putArray(name) : object.putObject(name);
    }
    throw noSuchPlace(setting, name);
  }

  private static boolean isPosition(String text, int size) {
    return text.matches("\\d{1,4}") && Integer.parseInt(text) < size;
  }

  private static ConfigException noSuchPlace(String setting, String name) {
    return new ConfigException(
        List.of("'--set " + setting + "': there is no place '" + name + "' in the file."));
  }
}
