package dev.tidemark.landing.config;

import java.util.Map;

/**
 * Where a command gets its configuration: the root command reads and checks the whole file,
 * whichever program is started, so that a mistake anywhere is told at once.
 */
@FunctionalInterface
public interface ConfigSource {
  /**
   * The configuration, checked.
   *
   * @throws ConfigException with every problem found
   */
  ConfigFile load();

  /** The environment, for what a command has to know without a configuration. */
  default Map<String, String> environment() {
    return System.getenv();
  }
}
