package dev.tidemark.landing.hadoop;

import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.config.ConfigException;
import dev.tidemark.landing.config.HadoopConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.SecurityUtil;
import org.apache.hadoop.security.UserGroupInformation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs this process in to a Hadoop cluster. Before anything of Hadoop's or Spark's is opened, for
 * what is open already stays somebody else's. Hadoop renews the log-in by itself.
 */
public final class HadoopLogin {
  private static final Logger LOG = LoggerFactory.getLogger(HadoopLogin.class);
  private static final String AUTHENTICATION = "hadoop.security.authentication";

  private HadoopLogin() {}

  /**
   * Logs in as the configuration says; if it says nothing, nothing is done.
   *
   * @throws ConfigException if the keytab cannot be read, or the cluster is said to be without
   *     Kerberos
   * @throws LandingException.Unavailable if the log-in fails
   */
  public static void as(HadoopConfig config) {
    if (config.authentication().isEmpty() && config.login().isEmpty()) {
      return;
    }
    config.login().ifPresent(HadoopLogin::requireKeytab);
    Configuration hadoop = new Configuration();
    config
        .authentication()
        .ifPresent(
            value -> {
              hadoop.set(AUTHENTICATION, value);
              // Spark makes a configuration of its own, and with it sets Hadoop's for the process.
              System.setProperty("spark.hadoop." + AUTHENTICATION, value);
            });
    setForProcess(hadoop);
    config.login().ifPresent(HadoopLogin::fromKeytab);
  }

  private static void setForProcess(Configuration hadoop) {
    try {
      UserGroupInformation.setConfiguration(hadoop);
    } catch (IllegalArgumentException e) {
      throw problem(
          "Hadoop's authentication is kerberos, and Java cannot use it: "
              + e.getMessage()
              + ". Is there an /etc/krb5.conf, or one that -Djava.security.krb5.conf names?");
    }
  }

  private static void requireKeytab(HadoopConfig.Login login) {
    if (!Files.isReadable(login.keytab())) {
      throw problem(
          "'"
              + HadoopConfig.KEYTAB
              + "' must be a file that this user can read. Found: "
              + login.keytab());
    }
  }

  private static void fromKeytab(HadoopConfig.Login login) {
    if (!UserGroupInformation.isSecurityEnabled()) {
      throw problem(
          "'hadoop.kerberos.principal' is given, but Hadoop's authentication is simple, so that there is "
              + "nothing to log in to. Set 'hadoop.security.authentication' to kerberos, here or in core-site.xml.");
    }
    try {
      String host = InetAddress.getLocalHost().getCanonicalHostName();
      String principal = SecurityUtil.getServerPrincipal(login.principal(), host);
      UserGroupInformation.loginUserFromKeytab(principal, login.keytab().toString());
      LOG.info("Logged in to Hadoop as {}", UserGroupInformation.getLoginUser());
    } catch (IOException e) {
      throw new LandingException.Unavailable(
          "The log-in to Hadoop as "
              + login.principal()
              + " with the keytab "
              + login.keytab()
              + " failed: "
              + e.getMessage(),
          e);
    }
  }

  private static ConfigException problem(String text) {
    return new ConfigException(List.of(text));
  }
}
