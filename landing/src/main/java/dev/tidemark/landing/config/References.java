package dev.tidemark.landing.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a value may name: the environment, and files that hold a secret. */
record References(Map<String, String> environment, Problems problems) {
  /** The directory of the installation, in the environment. */
  private static final String HOME = "TIDEMARK_HOME";

  private static final Pattern REFERENCE =
      Pattern.compile("\\$\\{(file:[^}]+|[A-Za-z_][A-Za-z0-9_]*)(?::([^}]*))?\\}");

  /**
   * The value with what it names in place; what is not there is a problem of the key {@code at}.
   */
  String resolve(String at, String value) {
    return REFERENCE
        .matcher(value)
        .replaceAll(m -> Matcher.quoteReplacement(reference(at, m.group(1), m.group(2))));
  }

  private String reference(String at, String name, String byDefault) {
    if (name.startsWith("file:")) {
      Path file = fromHome(Path.of(name.substring("file:".length())));
      try {
        return Files.readString(file).strip();
      } catch (IOException e) {
        problems.add(at, "names a file that cannot be read", file);
        return "";
      }
    }
    String value = environment.getOrDefault(name, byDefault);
    if (value == null) {
      problems.add(at, "names an environment variable that is not set", name);
      return "";
    }
    return value;
  }

  /** A relative path starts at the installation, wherever the program was started. */
  Path fromHome(Path path) {
    String home = environment.get(HOME);
    return path.isAbsolute() || home == null ? path : Path.of(home).resolve(path);
  }
}
