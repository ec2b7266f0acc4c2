package dev.tidemark.standalone.cli;

import dev.tidemark.landing.config.ConfigFile;
import dev.tidemark.landing.config.ConfigSource;
import dev.tidemark.landing.config.Problems;
import dev.tidemark.landing.config.Section;
import dev.tidemark.standalone.DataDirectory;
import dev.tidemark.standalone.config.Installation;
import dev.tidemark.standalone.config.LayeredConfig;
import dev.tidemark.standalone.config.StandaloneConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/**
 * The root command. It owns the options that every subcommand takes, before or after its name, and
 * is the subcommands' {@link ConfigSource}.
 */
@Command(
    name = "tidemark",
    description = "Lands Kafka topics in hourly partitions and publishes each partition once.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND",
    commandListHeading = "%nCommands:%n",
    footer = {
      "",
      "Exit codes: 0 done, 1 failed, 2 wrong usage or configuration, 3 refused, 4 not done in time."
    })
final class TidemarkCommand implements Callable<Integer>, ConfigSource {
  private static final String ELSEWHERE = "TIDEMARK_STANDALONE";

  private final Installation installation;
  private final List<Consumer<Section>> sections;
  @Spec private CommandSpec spec;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "The configuration; conf/tidemark.yaml of the installation if not given.",
      scope = ScopeType.INHERIT)
  private Path config;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "Overrides one key, such as datasets.0.grace=PT10M; may be repeated.",
      scope = ScopeType.INHERIT)
  private List<String> settings = new ArrayList<>();

  @Option(
      names = "--debug",
      description = "Prints the stack trace of an error.",
      scope = ScopeType.INHERIT)
  private boolean debug;

  TidemarkCommand(Installation installation, List<Consumer<Section>> sections) {
    this.installation = installation;
    this.sections = List.copyOf(sections);
  }

  boolean debug() {
    return debug;
  }

  @Override
  public ConfigFile load() {
    Path file = config == null ? installation.defaultConfig() : config;
    return new LayeredConfig(file, installation.environment(), settings, sections).load();
  }

  @Override
  public Map<String, String> environment() {
    return installation.environment();
  }

  /** For a command that asks or tells something. */
  ConfigSource questions() {
    return new ConfigSource() {
      @Override
      public ConfigFile load() {
        return forQuestions();
      }

      @Override
      public Map<String, String> environment() {
        return installation.environment();
      }
    };
  }

  /**
   * The configuration for a command that asks or tells something: that of the standalone that runs
   * from this installation, if one does and no file was named.
   */
  ConfigFile forQuestions() {
    if (config != null) {
      return load();
    }
    Problems problems = new Problems();
    Path directory = StandaloneConfig.read(load().root(problems)).dataDirectory();
    return DataDirectory.runningConfig(directory)
        .map(
            running ->
                new LayeredConfig(running, installation.environment(), settings, sections).load())
        .orElseGet(this::load);
  }

  /**
   * What a command needs in another terminal to find the standalone that was started with these
   * options: nothing, where it finds that by itself, or else its configuration.
   */
  String toFind(Path runningConfig) {
    boolean elsewhere =
        config != null
            || settings.stream().anyMatch(s -> s.startsWith("standalone."))
            || installation.environment().keySet().stream().anyMatch(k -> k.startsWith(ELSEWHERE));
    return elsewhere ? " --config " + runningConfig.toAbsolutePath() : "";
  }

  /** Without a subcommand there is nothing to do but to say what there is. */
  @Override
  public Integer call() {
    CommandLine commandLine = spec.commandLine();
    commandLine.usage(commandLine.getErr());
    return CommandLine.ExitCode.USAGE;
  }
}
