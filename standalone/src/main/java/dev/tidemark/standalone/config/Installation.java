package dev.tidemark.standalone.config;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Where Tidemark is installed, and the environment it was started in.
 *
 * @param home the directory that holds {@code conf/}
 */
public record Installation(Path home, Map<String, String> environment) {
  public Installation {
    Map<String, String> withHome = new HashMap<>(environment);
    withHome.put("TIDEMARK_HOME", home.toAbsolutePath().toString());
    environment = Map.copyOf(withHome);
  }

  /** As the launcher says it; without a launcher, the directory that the process was started in. */
  public static Installation ofThisProcess() {
    return new Installation(Path.of(System.getProperty("tidemark.home", "")), System.getenv());
  }

  /** What a person types to run a command here. */
  public String launcher() {
    Path launcher = home.toAbsolutePath().normalize().resolve("tidemark");
    if (!Files.isExecutable(launcher)) {
      return "tidemark";
    }
    Path here = Path.of("").toAbsolutePath();
    return launcher.getParent().equals(here) ? "./tidemark" : launcher.toString();
  }

  public Path defaultConfig() {
    return home.resolve("conf").resolve("tidemark.yaml");
  }

  /** Whether a person looks at standard output; the launcher, which can tell, says so. */
  public boolean isTerminal() {
    return Boolean.getBoolean("tidemark.terminal");
  }
}
