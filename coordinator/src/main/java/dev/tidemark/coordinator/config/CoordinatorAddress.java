package dev.tidemark.coordinator.config;

import dev.tidemark.landing.config.ConfigException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where a coordinator's API is, and what shows there who asks. Not of the configuration file: the
 * one who asks need not have one.
 *
 * @param url without a slash at its end
 * @param token never logged, nor part of a message
 * @param way how it was named, and so how the landing log is gone to instead
 */
public record CoordinatorAddress(URI url, Optional<String> token, Way way) {
  static final String URL_VARIABLE = "TIDEMARK_COORDINATOR_URL";
  static final String TOKEN_VARIABLE = "TIDEMARK_ADMIN_TOKEN";
  private static final int LARGEST_FILE = 4096;

  /** How an address was named. */
  public enum Way {
    OPTION("leave --coordinator out"),
    ENVIRONMENT("unset " + URL_VARIABLE);

    private final String end;

    Way(String end) {
      this.end = end;
    }

    /** What to do so that it is not used. */
    public String end() {
      return end;
    }
  }

  /**
   * What an option says, or else the environment; empty if neither says anything.
   *
   * @throws ConfigException if that is no address, or no token
   */
  public static Optional<CoordinatorAddress> of(
      Optional<String> option, Optional<Path> tokenFile, Map<String, String> environment) {
    Optional<String> variable =
        Optional.ofNullable(environment.get(URL_VARIABLE)).filter(v -> !v.isBlank());
    Way way = option.isPresent() ? Way.OPTION : Way.ENVIRONMENT;
    return option
        .or(() -> variable)
        .map(
            text ->
                new CoordinatorAddress(
                    url(text, way),
                    tokenFile
                        .map(CoordinatorAddress::read)
                        .or(
                            () ->
                                Optional.ofNullable(environment.get(TOKEN_VARIABLE))
                                    .filter(t -> !t.isEmpty())
                                    .map(t -> token(t, TOKEN_VARIABLE))),
                    way));
  }

  private static URI url(String text, Way way) {
    try {
      // Some copy the address of a request.
      URI url = new URI(text.strip().replaceAll("/+$", "").replaceAll("/api(/v1)?$", ""));
      if (("http".equals(url.getScheme()) || "https".equals(url.getScheme()))
          && url.getHost() != null
          && url.getUserInfo() == null
          && url.getQuery() == null
          && url.getFragment() == null) {
        return url;
      }
    } catch (URISyntaxException e) {
      // Said below, without the text: it may hold a password.
    }
    throw wrong(
        (way == Way.OPTION ? "--coordinator" : URL_VARIABLE)
            + " must be an http or https address without a user, such as http://127.0.0.1:8083.");
  }

  private static String read(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      return token(
          new String(in.readNBytes(LARGEST_FILE), StandardCharsets.UTF_8).strip(),
          "What is in " + file);
    } catch (IOException e) {
      throw wrong("--token-file " + file + " cannot be read: " + e + ".");
    }
  }

  private static String token(String text, String where) {
    if (!AdminToken.isToken(text)) {
      throw wrong(where + " " + AdminToken.RULE + ".");
    }
    return text;
  }

  private static ConfigException wrong(String problem) {
    return new ConfigException(List.of(problem));
  }

  @Override
  public String toString() {
    return url.toString();
  }
}
