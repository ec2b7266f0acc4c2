package dev.tidemark.coordinator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.tidemark.batch.config.BatchConfig;
import dev.tidemark.batch.process.SparkProcessing;
import dev.tidemark.landing.config.ConfigException;
import dev.tidemark.landing.config.ConfigFile;
import dev.tidemark.landing.config.ConfigSource;
import dev.tidemark.landing.config.Problems;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command line on one root, as a person has it. */
final class Tidemark {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final Path root;
  private final Duration patience;
  private final Map<String, String> environment = new HashMap<>();
  private String more = "";

  @Command(name = "tidemark")
  private static final class Root {}

  Tidemark(Path root) {
    this(root, Duration.ofMinutes(1));
  }

  /** With a patience of its own for a coordinator that may run. */
  Tidemark(Path root, Duration patience) {
    this.root = root;
    this.patience = patience;
  }

  /** With one more key of the dataset. */
  Tidemark with(String key) {
    more = key;
    return this;
  }

  /** With a variable of the environment. */
  Tidemark where(String variable, String value) {
    environment.put(variable, value);
    return this;
  }

  /** The exit code. */
  int run(String... arguments) {
    ConfigSource source =
        new ConfigSource() {
          @Override
          public ConfigFile load() {
            return ConfigFile.parse(yaml(), "test.yaml", Map.of(), List.of());
          }

          @Override
          public Map<String, String> environment() {
            return environment;
          }
        };
    CommandLine partitions = new CommandLine(new PartitionsCommand(source));
    partitions.addSubcommand(new ShowCommand(source));
    CommandLine quarantine = new CommandLine(new QuarantineCommand(source));
    quarantine.addSubcommand(new QuarantineShowCommand(source));
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    return new CommandLine(new Root())
        .addSubcommand(partitions)
        .addSubcommand(quarantine)
        .addSubcommand(new SqlCommand(source))
        .addSubcommand(new AuditCommand(source))
        .addSubcommand(new ExplainCommand(source))
        .addSubcommand(new RepairCommand(source))
        .addSubcommand(new LogCommand(source))
        .addSubcommand(new HoldCommand(source))
        .addSubcommand(new ReleaseCommand(source))
        .addSubcommand(new RetryCommand(source))
        .addSubcommand(new CloseCommand(source))
        .addSubcommand(new RollbackCommand(source))
        .addSubcommand(new ExpireCommand(source))
        .addSubcommand(new DdlCommand(source))
        .addSubcommand(new ReprocessCommand(source, waiting()))
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .setExecutionExceptionHandler(
            (e, command, parsed) -> {
              err.append(e.getMessage());
              return e instanceof ConfigException ? 2 : 1;
            })
        .execute(arguments);
  }

  /** What a configuration that is wrong ends with. */
  String runCaught(String... arguments) {
    assertThat(run(arguments)).isNotZero();
    return err.toString();
  }

  private Waiting waiting() {
    return new Waiting(
        Duration.ofMillis(20), patience, Duration.ofSeconds(1), Duration.ofMillis(200));
  }

  /** As revisions have it that are made with this configuration. */
  String configHash() {
    return SparkProcessing.configHash(
        BatchConfig.read(
            ConfigFile.parse(yaml(), "test.yaml", Map.of(), List.of()).root(new Problems())));
  }

  private String yaml() {
    return """
        batch: {event-types-dir: ../conf/events}
        datasets:
        - {name: events, root: "%s", %s}
        """
        .formatted(root.toUri(), more);
  }

  String out() {
    return out.toString();
  }

  String err() {
    return err.toString();
  }

  JsonNode json() throws JsonProcessingException {
    return JsonMapper.builder().build().readTree(out.toString());
  }
}
