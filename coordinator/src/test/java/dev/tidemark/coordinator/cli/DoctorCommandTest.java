package dev.tidemark.coordinator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.tidemark.landing.check.Check;
import dev.tidemark.landing.check.Finding;
import dev.tidemark.landing.config.ConfigException;
import dev.tidemark.landing.config.ConfigFile;
import dev.tidemark.landing.config.ConfigSource;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class DoctorCommandTest {
  @TempDir private Path root;
  private final StringWriter out = new StringWriter();

  @Test
  void without_a_failure_it_ends_with_0() {
    assertThat(run(root, Finding.ok("kafka", "It answers."))).isZero();
    assertThat(out.toString())
        .contains("ok       kafka                It answers.")
        .contains("WARNING  events: log")
        .contains("-> Start 'tidemark ingest'")
        .contains("0 failures, 1 warning.");
  }

  @Test
  void a_failure_of_any_module_ends_it_with_1() {
    assertThat(run(root, Finding.failure("kafka", "It is away.", "Start it."))).isEqualTo(1);
    assertThat(out.toString()).contains("FAILURE  kafka", "-> Start it.");
  }

  @Test
  void a_root_that_cannot_be_reached_is_a_failure() throws IOException {
    Path file = Files.writeString(root.resolve("file"), "");
    assertThat(run(file, Finding.ok("kafka", "It answers."))).isEqualTo(1);
    assertThat(out.toString()).contains("FAILURE  events: root");
    assertThat(out.toString().replaceAll("\\s+", " ")).contains("cannot be reached");
  }

  @Test
  void every_problem_of_the_configuration_is_a_finding() {
    ConfigSource broken =
        () -> {
          throw new ConfigException(List.of("'a' is wrong.", "'b' is wrong."));
        };
    assertThat(run(broken, Finding.ok("kafka", ""))).isEqualTo(1);
    assertThat(out.toString()).contains("'a' is wrong.", "'b' is wrong.", "2 failures");
  }

  @Test
  void no_line_is_longer_than_80_characters() {
    String words = "It is away, and nobody knows why. ".repeat(5);
    run(root, Finding.failure("a dataset with a long name: partitions", words, words));
    assertThat(out.toString().lines())
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
    assertThat(out.toString().replaceAll("\\s+", " ")).contains(words + "-> " + words.strip());
  }

  @Test
  void json_has_every_finding_with_its_repair() throws IOException {
    run(root, Finding.warning("kafka", "One replica.", "Add some."), "-o", "json");
    JsonNode findings = JsonMapper.builder().build().readTree(out.toString());
    assertThat(findings.findValuesAsText("check"))
        .contains("configuration", "java", "event types", "events: root", "events: log", "kafka");
    JsonNode kafka = findings.get(findings.size() - 1);
    assertThat(kafka.get("severity").asText()).isEqualTo("WARNING");
    assertThat(kafka.get("repair").asText()).isEqualTo("Add some.");
  }

  private int run(Path at, Finding other, String... arguments) {
    String yaml =
        """
        batch: {event-types-dir: ../conf/events}
        datasets:
        - {name: events, root: "%s"}
        """
            .formatted(at.toUri());
    return run(() -> ConfigFile.parse(yaml, "test.yaml", Map.of(), List.of()), other, arguments);
  }

  private int run(ConfigSource source, Finding other, String... arguments) {
    Check check =
        new Check() {
          @Override
          public String name() {
            return other.check();
          }

          @Override
          public List<Finding> look() {
            return List.of(other);
          }
        };
    return new CommandLine(new DoctorCommand(source, List.of(file -> List.of(check))))
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setOut(new PrintWriter(out, true))
        .execute(arguments);
  }
}
