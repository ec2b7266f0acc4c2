package dev.tidemark.collector.config;

import dev.tidemark.landing.config.Section;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The section {@code collector.tls}.
 *
 * @param keystore PKCS12, with the certificate and its key; read again when it changes
 * @param password of the keystore; never logged
 */
public record TlsConfig(Path keystore, String password) {
  /** Reads the section; without a keystore there is no TLS. */
  static Optional<TlsConfig> read(Section section) {
    Optional<TlsConfig> config =
        section
            .text("keystore")
            .map(
                path ->
                    new TlsConfig(
                        section.path("keystore", path), section.requiredText("password")));
    if (config.isEmpty() && section.text("password").isPresent()) {
      section.problem("password", "needs collector.tls.keystore beside it", "no keystore");
    }
    section.rejectUnknown();
    return config;
  }

  @Override
  public String toString() {
    return "TlsConfig[keystore=" + keystore + "]";
  }
}
