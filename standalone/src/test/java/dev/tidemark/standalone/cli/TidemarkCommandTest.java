package dev.tidemark.standalone.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.landing.config.ConfigSource;
import dev.tidemark.landing.config.Problems;
import dev.tidemark.standalone.config.Installation;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;

class TidemarkCommandTest {
  private static final String GOOD =
      """
      kafka:
        bootstrap.servers: 127.0.0.1:9092
      datasets:
        - name: clicks
          root: file:///data
          topics: [clicks]
      """;

  @TempDir Path home;
  private final StringWriter err = new StringWriter();
  private CommandLine commandLine;

  @BeforeEach
  void wire() throws IOException {
    Files.createDirectories(home.resolve("conf"));
    Files.writeString(home.resolve("conf/tidemark.yaml"), GOOD);
    commandLine = Main.wire(new Installation(home, Map.of()));
    ConfigSource config = commandLine.getCommand();
    commandLine.addSubcommand(new Brokers(config, err));
    commandLine.addSubcommand(new Breaks());
    commandLine.setErr(new PrintWriter(err, true));
    commandLine.setOut(new PrintWriter(err, true));
  }

  @Command(name = "brokers")
  record Brokers(ConfigSource config, StringWriter out) implements Callable<Integer> {
    @Override
    public Integer call() {
      out.write(
          config.load().root(new Problems()).section("kafka").requiredText("bootstrap.servers"));
      return 0;
    }
  }

  @Command(name = "breaks")
  static final class Breaks implements Callable<Integer> {
    @Override
    public Integer call() throws IOException {
      throw new IOException("The disk is full.", new IllegalStateException("No space left"));
    }
  }

  @Test
  void the_configuration_of_the_installation_is_read() {
    assertThat(commandLine.execute("brokers")).isZero();
    assertThat(err.toString()).isEqualTo("127.0.0.1:9092");
  }

  @Test
  void settings_override_it_before_and_after_the_command() {
    assertThat(commandLine.execute("brokers", "--set", "kafka.bootstrap.servers=a:1")).isZero();
    assertThat(commandLine.execute("--set=kafka.bootstrap.servers=b:1", "brokers")).isZero();
    assertThat(err.toString()).isEqualTo("a:1b:1");
  }

  @Test
  void of_two_settings_the_later_one_counts() {
    String first = "--set=kafka.bootstrap.servers=a:1";
    String second = "--set=kafka.bootstrap.servers=b:1";
    assertThat(commandLine.execute(first, "brokers", second)).isZero();
    assertThat(commandLine.execute("brokers", second, first)).isZero();
    assertThat(commandLine.execute("brokers", first, second)).isZero();
    assertThat(err.toString()).isEqualTo("b:1a:1b:1");
  }

  @Test
  void what_finds_a_standalone_is_told_where_its_options_led_elsewhere() {
    TidemarkCommand root = commandLine.getCommand();
    Path running = home.resolve("data/tidemark.yaml");
    commandLine.parseArgs("standalone", "--set", "collector.port=1");
    assertThat(root.toFind(running)).isEmpty();
    for (String[] elsewhere :
        new String[][] {{"--config", "c.yaml"}, {"--set", "standalone.data-dir=d"}}) {
      commandLine.parseArgs("standalone", elsewhere[0], elsewhere[1]);
      assertThat(root.toFind(running)).isEqualTo(" --config " + running);
    }
    assertThat(new Installation(home, Map.of()).launcher()).isEqualTo("tidemark");
  }

  @Test
  void every_problem_of_the_configuration_is_a_line() throws IOException {
    Path file = home.resolve("other.yaml");
    Files.writeString(file, GOOD.replace("topics", "topcis") + "kafak: {}\n");
    assertThat(commandLine.execute("brokers", "--config", file.toString())).isEqualTo(2);
    assertThat(err.toString().lines())
        .anyMatch(l -> l.contains("'kafak' is not a known key. Did you mean 'kafka'?"))
        .anyMatch(l -> l.contains("topcis"))
        .noneMatch(l -> l.contains("\tat "));
  }

  @Test
  void a_file_that_is_not_there_is_named() {
    assertThat(commandLine.execute("brokers", "--config", "/no/such.yaml")).isEqualTo(2);
    assertThat(err.toString()).contains("/no/such.yaml").contains("--config");
  }

  @Test
  void an_error_is_one_line_and_with_debug_a_stack_trace() {
    assertThat(commandLine.execute("breaks")).isEqualTo(1);
    assertThat(err.toString())
        .startsWith("tidemark: The disk is full. Cause: No space left")
        .doesNotContain("\tat ");
    assertThat(commandLine.execute("breaks", "--debug")).isEqualTo(1);
    assertThat(err.toString()).contains("\tat ").contains("IllegalStateException");
  }

  @Test
  void without_a_command_it_says_what_there_is() {
    assertThat(commandLine.execute()).isEqualTo(2);
    assertThat(err.toString()).contains("brokers").contains("--config");
  }

  @Test
  void it_knows_its_version() {
    assertThat(commandLine.execute("--version")).isZero();
    assertThat(err.toString()).containsPattern("tidemark \\d+\\.\\d+\\.\\d+").doesNotContain("${");
  }
}
