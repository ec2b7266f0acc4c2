package dev.tidemark.landing.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.config.HadoopConfig;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.minikdc.MiniKdc;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.UserGroupInformation.AuthenticationMethod;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Logging in, at a real key distribution center. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HadoopLoginIT {
  private MiniKdc kdc;
  private Path keytab;

  @BeforeAll
  void start(@TempDir Path directory) throws Exception {
    Properties settings = MiniKdc.createConf();
    settings.setProperty(MiniKdc.KDC_BIND_ADDRESS, "127.0.0.1");
    kdc = new MiniKdc(settings, directory.toFile());
    kdc.start();
    keytab = directory.resolve("tidemark.keytab");
    kdc.createPrincipal(keytab.toFile(), "tidemark/" + host());
  }

  /** Hadoop keeps who one is for the whole process. */
  @AfterAll
  void stop() {
    kdc.stop();
    System.clearProperty("spark.hadoop.hadoop.security.authentication");
    UserGroupInformation.reset();
    UserGroupInformation.setConfiguration(new Configuration());
  }

  @Test
  void the_process_becomes_the_principal_of_the_keytab() throws Exception {
    HadoopLogin.as(kerberos("tidemark/_HOST@" + kdc.getRealm()));
    UserGroupInformation user = UserGroupInformation.getCurrentUser();
    assertThat(user.getUserName()).isEqualTo("tidemark/" + host() + "@" + kdc.getRealm());
    assertThat(user.getAuthenticationMethod()).isEqualTo(AuthenticationMethod.KERBEROS);
    assertThat(user.isFromKeytab()).isTrue();
    assertThat(user.hasKerberosCredentials()).isTrue();
  }

  @Test
  void a_principal_whose_key_is_not_in_the_keytab_is_refused() {
    assertThatThrownBy(() -> HadoopLogin.as(kerberos("somebody@" + kdc.getRealm())))
        .isInstanceOf(LandingException.Unavailable.class)
        .hasMessageContaining("somebody@" + kdc.getRealm())
        .hasMessageContaining(keytab.toString());
  }

  private HadoopConfig kerberos(String principal) {
    return new HadoopConfig(
        Optional.of("kerberos"), Optional.of(new HadoopConfig.Login(principal, keytab)));
  }

  private static String host() throws Exception {
    return InetAddress.getLocalHost().getCanonicalHostName().toLowerCase(Locale.ROOT);
  }
}
