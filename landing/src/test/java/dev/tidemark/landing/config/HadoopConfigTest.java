package dev.tidemark.landing.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HadoopConfigTest {
  @Test
  void without_the_section_all_is_as_core_site_says() {
    assertThat(read("kafka: {}", List.of()))
        .isEqualTo(new HadoopConfig(Optional.empty(), Optional.empty()));
  }

  @Test
  void a_login_needs_a_principal_and_a_keytab() {
    HadoopConfig expected =
        new HadoopConfig(
            Optional.of("kerberos"),
            Optional.of(
                new HadoopConfig.Login("tidemark/_HOST@EXAMPLE.ORG", Path.of("/etc/t.keytab"))));
    assertThat(
            read(
                "hadoop: {security: {authentication: kerberos},"
                    + " kerberos: {principal: tidemark/_HOST@EXAMPLE.ORG, keytab: /etc/t.keytab}}",
                List.of()))
        .isEqualTo(expected);
    assertThat(
            read(
                "",
                List.of(
                    "hadoop.security.authentication=kerberos",
                    "hadoop.kerberos.principal=tidemark/_HOST@EXAMPLE.ORG",
                    "hadoop.kerberos.keytab=/etc/t.keytab")))
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "kerberos: {principal: a@B} | 'hadoop.kerberos.keytab' must be given",
        "kerberos: {keytab: /x} | 'hadoop.kerberos.principal' must be given",
        "security: {authentication: token} | 'hadoop.security.authentication' must be one of simple",
        "kerberos: {principle: a@B} | Did you mean 'hadoop.kerberos.principal'?",
        "fs: {defaultFS: x} | 'hadoop.fs' is not a known key",
      })
  void what_cannot_be_is_named(String keys, String problem) {
    assertThatThrownBy(() -> read("hadoop: {" + keys + "}", List.of()))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(problem);
  }

  private static HadoopConfig read(String yaml, List<String> settings) {
    Problems problems = new Problems();
    HadoopConfig config =
        HadoopConfig.read(ConfigFile.parse(yaml, "test", Map.of(), settings).root(problems));
    problems.throwIfAny();
    return config;
  }
}
