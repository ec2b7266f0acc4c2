package dev.tidemark.standalone.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.collector.config.CollectorConfig;
import dev.tidemark.ingest.config.IngestConfig;
import dev.tidemark.landing.config.ConfigSource;
import dev.tidemark.landing.config.Problems;
import dev.tidemark.landing.config.Section;
import dev.tidemark.standalone.config.Installation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.ParseResult;

/** The units for systemd name what there is: commands, options, keys, and places to write to. */
class UnitsTest {
  private static final Path INSTALLATION = Path.of("..").toAbsolutePath().normalize();
  private static final Path INSTALLED = Path.of("/opt/tidemark");

  @ParameterizedTest
  @ValueSource(strings = {"collector", "ingest", "coordinator"})
  void a_unit_starts_its_program_by_the_launcher(String program) throws IOException {
    List<String> command = List.of(only(program, "ExecStart").split(" "));
    Path launcher = INSTALLATION.resolve(INSTALLED.relativize(Path.of(command.get(0))));
    assertThat(launcher).isExecutable();
    ParseResult parsed =
        Main.wire(new Installation(INSTALLATION, Map.of()))
            .parseArgs(command.subList(1, command.size()).toArray(new String[0]));
    assertThat(parsed.subcommand().commandSpec().name()).isEqualTo(program);
    assertThat(parsed.subcommand().matchedOptionValue("--config", Path.of("")))
        .isEqualTo(Path.of("/etc/tidemark/tidemark.yaml"));
    Path documentation = Path.of(only(program, "Documentation").substring("file:".length()));
    assertThat(INSTALLATION.resolve(INSTALLED.relativize(documentation))).isRegularFile();
  }

  @ParameterizedTest
  @ValueSource(strings = {"collector", "ingest", "coordinator"})
  void what_a_program_writes_is_where_its_unit_may_write(String program) throws IOException {
    List<String> writable = List.of(only(program, "ReadWritePaths").split(" "));
    Section root = root(program);
    if (program.equals("collector")) {
      assertThat(CollectorConfig.read(root).spill().directory())
          .startsWithRaw(Path.of(writable.get(0)));
    } else if (program.equals("ingest")) {
      assertThat(IngestConfig.read(root).checkpointDirectory())
          .startsWithRaw(Path.of(writable.get(0)));
    }
    assertThat(environment(program).get("TIDEMARK_JAVA_OPTS"))
        .isEqualTo("-Dtidemark.log.dir=" + writable.get(1));
    assertThat("/var/lib/" + only(program, "StateDirectory")).isEqualTo(writable.get(0));
    assertThat("/var/log/" + only(program, "LogsDirectory")).isEqualTo(writable.get(1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"collector", "ingest", "coordinator"})
  void a_program_has_the_time_to_stop_that_it_may_take(String program) throws IOException {
    Duration given = Duration.ofSeconds(Long.parseLong(only(program, "TimeoutStopSec")));
    CollectorConfig collector = CollectorConfig.read(root("collector"));
    Duration needed =
        switch (program) {
          case "collector" -> collector.drainDelay().plus(collector.drainLimit()).plusSeconds(5);
          case "ingest" -> Duration.ofSeconds(70);
          default -> Duration.ofSeconds(60);
        };
    assertThat(given).isGreaterThan(needed);
  }

  @ParameterizedTest
  @ValueSource(strings = {"collector", "ingest", "coordinator"})
  void a_unit_gives_a_program_no_right_that_it_does_not_need(String program) throws IOException {
    assertThat(lines(program))
        .contains(
            "User=tidemark",
            "NoNewPrivileges=yes",
            "ProtectSystem=strict",
            "PrivateTmp=yes",
            "CapabilityBoundingSet=",
            "Restart=on-failure",
            "KillSignal=SIGTERM");
  }

  private static Section root(String program) throws IOException {
    CommandLine commandLine = Main.wire(new Installation(INSTALLATION, environment(program)));
    ConfigSource source = commandLine.getCommand();
    return source.load().root(new Problems());
  }

  private static Map<String, String> environment(String program) throws IOException {
    Map<String, String> environment = new HashMap<>();
    for (String value : all(program, "Environment")) {
      String unquoted = value.replace("\"", "");
      int equals = unquoted.indexOf('=');
      environment.put(unquoted.substring(0, equals), unquoted.substring(equals + 1));
    }
    return environment;
  }

  private static String only(String program, String key) throws IOException {
    assertThat(all(program, key)).as(key).hasSize(1);
    return all(program, key).get(0);
  }

  private static List<String> all(String program, String key) throws IOException {
    List<String> values = new ArrayList<>();
    for (String line : lines(program)) {
      if (line.startsWith(key + "=")) {
        values.add(line.substring(key.length() + 1));
      }
    }
    return values;
  }

  private static List<String> lines(String program) throws IOException {
    return Files.readAllLines(INSTALLATION.resolve("conf/deploy/tidemark-" + program + ".service"));
  }
}
