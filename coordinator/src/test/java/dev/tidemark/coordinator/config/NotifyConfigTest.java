package dev.tidemark.coordinator.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.landing.config.ConfigFile;
import dev.tidemark.landing.config.Problems;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NotifyConfigTest {
  private final Problems problems = new Problems();

  private List<NotifyConfig> read(String... targets) {
    String yaml =
        "datasets: [{name: events, root: 'file:///a'}, {name: clicks, root: 'file:///b'}]\n"
            + "coordinator:\n  notify:\n"
            + String.join("\n", List.of(targets).stream().map(t -> "  - {" + t + "}").toList());
    var root = ConfigFile.parse(yaml, "test.yaml", Map.of(), List.of()).root(problems);
    CoordinatorConfig.readAll(root);
    return NotifyConfig.readAll(root);
  }

  @Test
  void a_name_and_a_url_are_enough() {
    assertThat(read("name: my-job, url: 'https://host/path'"))
        .containsExactly(
            new NotifyConfig(
                "my-job",
                Optional.of(URI.create("https://host/path")),
                Optional.empty(),
                List.of(),
                Set.of(
                    EventType.PUBLISHED,
                    EventType.RESTATED,
                    EventType.FAILED,
                    EventType.SERVICE_LEVEL),
                Set.of("events", "clicks"),
                Duration.ofSeconds(10)));
    problems.throwIfAny();
  }

  @Test
  void everything_can_be_said(@TempDir Path directory) throws IOException {
    Path secret = Files.writeString(directory.resolve("secret"), "s3cret\n");
    List<NotifyConfig> all =
        read(
            "name: a, url: 'http://host:8080/x', secret: '${file:"
                + secret
                + "}', on: [service-level], datasets: [clicks]",
            "name: b, command: [/usr/local/bin/tell, arg], timeout: PT1M");
    problems.throwIfAny();
    assertThat(all.get(0).secret()).contains("s3cret");
    assertThat(all.get(0).on()).containsExactly(EventType.SERVICE_LEVEL);
    assertThat(all.get(0).isFor("clicks")).isTrue();
    assertThat(all.get(0).isFor("events")).isFalse();
    assertThat(all.get(0).toString()).doesNotContain("s3cret", "host");
    assertThat(all.get(1).command()).containsExactly("/usr/local/bin/tell", "arg");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "url: 'http://h/' | 'coordinator.notify[0].name' is required and missing.",
        "name: My_Job, url: 'http://h/' | 'coordinator.notify[0].name' must be lower-case",
        "name: a | 'coordinator.notify[0].url' or 'command' must be given, and not both. Found: neither.",
        "name: a, url: 'http://h/', command: [x] | Found: both.",
        "name: a, command: [x], secret: s | 'coordinator.notify[0].secret' signs what is posted",
        "name: a, url: 'http://h/', secret: '' | 'coordinator.notify[0].secret' must not be empty",
        "name: a, url: 'http://h/', on: [publishd] | 'coordinator.notify[0].on' must be of published, restated",
        "name: a, url: 'http://h/', on: [missed] | Found: missed.",
        "name: a, url: 'http://h/', on: [] | 'coordinator.notify[0].on' must name at least one",
        "name: a, url: 'http://h/', datasets: [event] | must be of events, clicks. Found: event.",
        "name: a, url: 'http://h/', timeout: PT0S | 'coordinator.notify[0].timeout'",
        "name: a, urls: 'http://h/' | Did you mean 'coordinator.notify[0].url'?",
      })
  void what_is_wrong_is_named(String target, String message) {
    read(target);
    assertThatThrownBy(problems::throwIfAny).hasMessageContaining(message);
  }

  @ParameterizedTest
  @CsvSource({"ftp://h/SECRET", "https:SECRET", "https://user:SECRET@h/", "'h h/SECRET'"})
  void an_address_that_is_none_is_not_repeated(String url) {
    read("name: a, url: '" + url + "'");
    assertThatThrownBy(problems::throwIfAny)
        .hasMessageContaining("'coordinator.notify[0].url' must be an http or https address")
        .hasMessageNotContaining("SECRET");
  }

  @Test
  void names_differ() {
    read("name: a, url: 'http://h/'", "name: a, command: [x]");
    assertThatThrownBy(problems::throwIfAny)
        .hasMessageContaining("'coordinator.notify[1].name' must differ");
  }
}
