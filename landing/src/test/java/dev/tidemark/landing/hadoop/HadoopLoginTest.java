package dev.tidemark.landing.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.landing.config.ConfigException;
import dev.tidemark.landing.config.HadoopConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HadoopLoginTest {
  private static final String SPARKS = "spark.hadoop.hadoop.security.authentication";

  @TempDir Path directory;

  /** Java reads these once, when it is first asked for a realm. */
  @BeforeAll
  static void nameARealm() {
    System.setProperty("java.security.krb5.realm", "EXAMPLE.ORG");
    System.setProperty("java.security.krb5.kdc", "127.0.0.1:1");
  }

  /** Hadoop keeps who one is for the whole process. */
  @AfterEach
  void logOut() {
    System.clearProperty(SPARKS);
    UserGroupInformation.reset();
    UserGroupInformation.setConfiguration(new Configuration());
  }

  @Test
  void without_a_word_on_it_nothing_is_done() throws Exception {
    UserGroupInformation before = UserGroupInformation.getLoginUser();
    HadoopLogin.as(new HadoopConfig(Optional.empty(), Optional.empty()));
    assertThat(UserGroupInformation.getLoginUser()).isSameAs(before);
    assertThat(System.getProperty(SPARKS)).isNull();
  }

  @Test
  void a_keytab_that_is_not_there_is_named() {
    Path missing = directory.resolve("missing.keytab");
    assertThatThrownBy(() -> HadoopLogin.as(kerberos("kerberos", missing)))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "'hadoop.kerberos.keytab' must be a file that this user can read. Found: " + missing);
  }

  @Test
  void a_login_to_a_cluster_without_kerberos_is_refused() throws Exception {
    Path keytab = Files.createFile(directory.resolve("a.keytab"));
    assertThatThrownBy(() -> HadoopLogin.as(kerberos("simple", keytab)))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("Set 'hadoop.security.authentication' to kerberos");
  }

  @Test
  void spark_is_told_too() {
    HadoopLogin.as(new HadoopConfig(Optional.of("kerberos"), Optional.empty()));
    assertThat(UserGroupInformation.isSecurityEnabled()).isTrue();
    assertThat(System.getProperty(SPARKS)).isEqualTo("kerberos");
  }

  private static HadoopConfig kerberos(String authentication, Path keytab) {
    return new HadoopConfig(
        Optional.of(authentication),
        Optional.of(new HadoopConfig.Login("tidemark@EXAMPLE.ORG", keytab)));
  }
}
