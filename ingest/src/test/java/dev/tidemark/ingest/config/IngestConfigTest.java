package dev.tidemark.ingest.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.landing.config.ConfigException;
import dev.tidemark.landing.config.ConfigFile;
import dev.tidemark.landing.config.Problems;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("locale")
class IngestConfigTest {
  @Test
  void without_a_port_nothing_listens() {
    assertThat(read("ingest: {trigger: PT1S}").http()).isEmpty();
    assertThat(read("ingest: {http: {host: 0.0.0.0}}").http()).isEmpty();
    assertThat(read("").restartBackoff()).isEqualTo(Duration.ofSeconds(5));
  }

  @Test
  void a_port_is_on_the_loopback_interface_unless_a_host_is_named() {
    assertThat(read("ingest: {http: {port: 0}}").http()).contains(new HttpConfig("127.0.0.1", 0));
    assertThat(read("ingest: {http: {host: 0.0.0.0, port: 8082}}").http())
        .contains(new HttpConfig("0.0.0.0", 8082));
  }

  @Test
  void what_cannot_be_is_named() {
    assertThatThrownBy(
            () -> read("ingest: {restart-backoff: PT0S, http: {port: 70000, hots: 127.0.0.1}}"))
        .isInstanceOfSatisfying(
            ConfigException.class,
            e ->
                assertThat(e.problems())
                    .anyMatch(p -> p.startsWith("'ingest.restart-backoff' must be a duration"))
                    .anyMatch(p -> p.startsWith("'ingest.http.port' must be a whole number"))
                    .anyMatch(p -> p.contains("Did you mean 'ingest.http.host'?")));
  }

  private static IngestConfig read(String yaml) {
    Problems problems = new Problems();
    IngestConfig config =
        IngestConfig.read(ConfigFile.parse(yaml, "test", Map.of(), List.of()).root(problems));
    problems.throwIfAny();
    return config;
  }
}
