package dev.tidemark.landing.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The section {@code hadoop}: as whom the programs come to HDFS. Everything else that Hadoop's
 * client must know stands in {@code core-site.xml} and {@code hdfs-site.xml} on the class path.
 *
 * @param authentication {@code simple} or {@code kerberos}; absent for what {@code core-site.xml}
 *     says
 * @param login with whose key to log in; absent for the user of the process, or its ticket
 */
public record HadoopConfig(Optional<String> authentication, Optional<Login> login) {
  /** As it is written, for messages. */
  public static final String KEYTAB = "hadoop.kerberos.keytab";

  /**
   * A log-in from a file of keys.
   *
   * @param principal {@code tidemark@EXAMPLE.ORG}; {@code _HOST} in it is this host's name
   */
  public record Login(String principal, Path keytab) {}

  private enum Authentication {
    SIMPLE,
    KERBEROS
  }

  public static HadoopConfig read(Section root) {
    Section section = root.section("hadoop");
    HadoopConfig config =
        new HadoopConfig(authentication(section), login(section.section("kerberos")));
    section.rejectUnknown();
    return config;
  }

  private static Optional<String> authentication(Section hadoop) {
    Section security = hadoop.section("security");
    Optional<String> given =
        security
            .text("authentication")
            .map(t -> security.choice("authentication", Authentication.SIMPLE))
            .map(a -> a.name().toLowerCase(Locale.ROOT));
    security.rejectUnknown();
    return given;
  }

  private static Optional<Login> login(Section section) {
    Optional<String> principal = section.text("principal");
    Optional<String> keytab = section.text("keytab");
    for (String key : List.of("principal", "keytab")) {
      if (principal.isPresent() != keytab.isPresent() && section.text(key).isEmpty()) {
        section.problem(key, "must be given, as the other of principal and keytab is", "nothing");
      }
    }
    Path file = section.path("keytab", "");
    section.rejectUnknown();
    return keytab.isPresent() ? principal.map(p -> new Login(p, file)) : Optional.empty();
  }
}
