package dev.tidemark.coordinator.config;

import dev.tidemark.landing.config.Section;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The section {@code coordinator.http}: where health, metrics and the API are served.
 *
 * @param host address to listen on
 * @param port 0 is any free one
 * @param adminTokens who may change something; without any, nobody
 */
public record ApiConfig(String host, int port, List<AdminToken> adminTokens) {
  public ApiConfig {
    adminTokens = List.copyOf(adminTokens);
  }

  /** Empty if no port is given: then nothing listens. */
  public static Optional<ApiConfig> read(Section root) {
    Section section = root.section("coordinator").section("http");
    List<Section> tokens = section.sections("admin-tokens");
    ApiConfig config =
        new ApiConfig(
            section.text("host", "127.0.0.1"),
            section.integer("port", 0, 0, 65_535),
            tokens.stream().map(AdminToken::read).toList());
    rejectRepeated(section, config.adminTokens());
    section.rejectUnknown();
    return section.text("port").map(given -> config);
  }

  /** The log names who asked by the token's name, so each has one of its own. */
  private static void rejectRepeated(Section section, List<AdminToken> tokens) {
    Set<String> names = new HashSet<>();
    Set<String> secrets = new HashSet<>();
    for (AdminToken token : tokens) {
      if (!names.add(token.name())) {
        section.problem("admin-tokens", "must have a name of its own for each", token.name());
      }
      if (!secrets.add(token.token())) {
        section.problem("admin-tokens", "must have a token of its own for each", token.name());
      }
    }
  }
}
