package dev.tidemark.ingest.config;

import dev.tidemark.landing.config.Section;
import java.util.Optional;

/**
 * The section {@code ingest.http}: where health and metrics are served.
 *
 * @param host address to listen on
 * @param port 0 is any free one
 */
public record HttpConfig(String host, int port) {

  /** Empty if no port is given: then nothing listens. */
  static Optional<HttpConfig> read(Section ingest) {
    Section section = ingest.section("http");
    HttpConfig config =
        new HttpConfig(section.text("host", "127.0.0.1"), section.integer("port", 0, 0, 65_535));
    section.rejectUnknown();
    return section.text("port").map(given -> config);
  }
}
