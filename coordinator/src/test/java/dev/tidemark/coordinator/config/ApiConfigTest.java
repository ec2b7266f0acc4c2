package dev.tidemark.coordinator.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.landing.config.ConfigFile;
import dev.tidemark.landing.config.Problems;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ApiConfigTest {
  private static final String SECRET = "0123456789abcdef";

  private final Problems problems = new Problems();

  private Optional<ApiConfig> read(String http) {
    return ApiConfig.read(
        ConfigFile.parse(
                "coordinator: {http: {" + http + "}}",
                "test.yaml",
                Map.of("KEY", SECRET),
                List.of())
            .root(problems));
  }

  @Test
  void without_a_port_nothing_listens() {
    assertThat(read("")).isEmpty();
    assertThat(read("host: 0.0.0.0")).isEmpty();
    problems.throwIfAny();
  }

  @Test
  void tokens_have_a_name_and_may_come_from_the_environment() {
    assertThat(read("port: 8083, admin-tokens: [{name: alice, token: \"${KEY}\"}]"))
        .contains(new ApiConfig("127.0.0.1", 8083, List.of(new AdminToken("alice", SECRET))));
    problems.throwIfAny();
  }

  @Test
  void collectors_are_addresses_that_may_have_a_path() {
    assertThat(read("port: 1, collectors: [\"http://c1:8080\", \"https://[::1]:9/m\"]"))
        .hasValueSatisfying(
            c ->
                assertThat(c.collectors())
                    .containsExactly(
                        URI.create("http://c1:8080"), URI.create("https://[::1]:9/m")));
    problems.throwIfAny();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "c1:8080",
        "ftp://c1/",
        "http:///metrics",
        "http://user:0123456789abcdef@c1",
        "http://c1/?token=0123456789abcdef",
        "http://c 1",
      })
  void what_is_no_address_of_a_collector_is_refused_and_not_repeated(String address) {
    read("port: 1, collectors: [\"" + address + "\"]");
    assertThatThrownBy(problems::throwIfAny)
        .hasMessageContaining("'coordinator.http.collectors' must be addresses such as")
        .message()
        .doesNotContain("0123456789abcdef");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "port: 70000 | 'coordinator.http.port'",
        "prot: 1 | Did you mean 'coordinator.http.port'?",
        "admin-tokens: [{name: alice}] | 'coordinator.http.admin-tokens[0].token' is required",
        "admin-tokens: [{token: 0123456789abcdef}] | 'coordinator.http.admin-tokens[0].name' is req",
        "admin-tokens: [{name: 'a b', token: 0123456789abcdef}] | 'coordinator.http.admin-tokens[0].name' must",
        "admin-tokens: [{name: a, token: short-secret}] | Found: one of 12 characters",
        "admin-tokens: [{name: a, token: 'a secret with spaces'}] | without spaces",
        "admin-tokens: [{name: a, token: 0123456789abcdef}, {name: a, token: 1123456789abcdef}] | name of its own",
        "admin-tokens: [{name: a, token: 0123456789abcdef}, {name: b, token: 0123456789abcdef}] | token of its own",
      })
  void what_is_wrong_is_named_without_the_secret(String http, String message) {
    read(http);
    assertThatThrownBy(problems::throwIfAny)
        .hasMessageContaining(message)
        .message()
        .doesNotContain("0123456789abcdef", "short-secret", "secret with");
  }

  @Test
  void a_token_is_not_printed() {
    assertThat(read("port: 1, admin-tokens: [{name: alice, token: \"${KEY}\"}]").toString())
        .contains("alice")
        .doesNotContain(SECRET);
  }
}
