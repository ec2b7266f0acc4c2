package dev.tidemark.coordinator.config;

import dev.tidemark.landing.config.Section;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
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
 * @param collectors whose metrics are told along with the rest
 */
public record ApiConfig(String host, int port, List<AdminToken> adminTokens, List<URI> collectors) {
  public ApiConfig {
    adminTokens = List.copyOf(adminTokens);
    collectors = List.copyOf(collectors);
  }

  /** Without collectors. */
  public ApiConfig(String host, int port, List<AdminToken> adminTokens) {
    this(host, port, adminTokens, List.of());
  }

  /** They are read one after another. */
  private static final int MOST_COLLECTORS = 100;

  /** Empty if no port is given: then nothing listens. */
  public static Optional<ApiConfig> read(Section root) {
    Section section = root.section("coordinator").section("http");
    List<Section> tokens = section.sections("admin-tokens");
    ApiConfig config =
        new ApiConfig(
            section.text("host", "127.0.0.1"),
            section.integer("port", 0, 0, 65_535),
            tokens.stream().map(AdminToken::read).toList(),
            collectors(section));
    rejectRepeated(section, config.adminTokens());
    section.rejectUnknown();
    return section.text("port").map(given -> config);
  }

  private static List<URI> collectors(Section section) {
    List<URI> collectors = new ArrayList<>();
    for (String text : section.texts("collectors", List.of())) {
      Optional<URI> uri = address(text);
      if (uri.isEmpty()) {
        // Not the value: it may have a password in it.
        section.problem(
            "collectors",
            "must be addresses such as http://collector-1:8080, without a user or a query",
            "another one");
      }
      uri.ifPresent(collectors::add);
    }
    if (collectors.size() > MOST_COLLECTORS) {
      section.problem("collectors", "must be at most " + MOST_COLLECTORS, collectors.size());
    }
    return collectors;
  }

  private static Optional<URI> address(String text) {
    try {
      return Optional.of(new URI(text))
          .filter(u -> "http".equals(u.getScheme()) || "https".equals(u.getScheme()))
          .filter(u -> u.getHost() != null && u.getRawUserInfo() == null)
          .filter(u -> u.getRawQuery() == null && u.getRawFragment() == null);
    } catch (URISyntaxException e) {
      return Optional.empty();
    }
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
