package dev.tidemark.standalone.config;

import dev.tidemark.landing.config.ConfigFile;
import dev.tidemark.landing.config.ConfigSource;
import dev.tidemark.landing.config.Problems;
import dev.tidemark.landing.config.Section;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A configuration file under what overrides it. {@link #load} reads every part of it, whichever
 * program is started.
 *
 * @param settings {@code key=value}, the later over the earlier
 * @param sections each reads its part of the root and so has it checked; together they know every
 *     key there may be
 */
public record LayeredConfig(
    Path file,
    Map<String, String> environment,
    List<String> settings,
    List<Consumer<Section>> sections)
    implements ConfigSource {

  public LayeredConfig {
    environment = Map.copyOf(environment);
    settings = List.copyOf(settings);
    sections = List.copyOf(sections);
  }

  @Override
  public ConfigFile load() {
    ConfigFile config = ConfigFile.read(file, environment, settings);
    Problems problems = new Problems();
    Section root = config.root(problems);
    sections.forEach(section -> section.accept(root));
    root.rejectUnknown();
    problems.throwIfAny();
    return config;
  }
}
