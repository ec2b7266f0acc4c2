package dev.tidemark.collector.http;

import dev.tidemark.collector.config.KeySet;
import dev.tidemark.collector.config.WriteKey;
import dev.tidemark.collector.event.Query;
import dev.tidemark.collector.event.UnacceptableException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.eclipse.jetty.server.Request;

/**
 * Who sends, by write key. The first of these that is there decides: the user of Basic
 * authorization, {@code X-Write-Key}, {@code ?writeKey=}, and {@code writeKey} in the body. The
 * keys may be replaced at any time.
 */
final class Sources {
  private static final String BASIC = "basic ";

  private volatile KeySet keys;
  private volatile Set<String> origins;

  Sources(KeySet keys) {
    replace(keys);
  }

  void replace(KeySet other) {
    keys = other;
    origins =
        other.all().stream()
            .flatMap(k -> k.allowedOrigins().stream())
            .collect(Collectors.toUnmodifiableSet());
  }

  /** Origins that some key is made for. */
  Set<String> origins() {
    return origins;
  }

  /** The key; empty if it is missing, unknown, or not meant for the page that sends. */
  Optional<WriteKey> of(Request request, Optional<String> keyInBody) throws UnacceptableException {
    KeySet current = keys;
    if (current.isOpen()) {
      return Optional.of(current.open());
    }
    Query query = Query.parse(request.getQueryString());
    String origin = request.getHeader("Origin");
    return basicUser(request.getHeader("Authorization"))
        .or(() -> Optional.ofNullable(request.getHeader("X-Write-Key")))
        .or(query::writeKey)
        .or(() -> keyInBody)
        .flatMap(current::find)
        .filter(key -> origin == null || key.allows(origin));
  }

  private static Optional<String> basicUser(String authorization) {
    if (authorization == null || !authorization.regionMatches(true, 0, BASIC, 0, BASIC.length())) {
      return Optional.empty();
    }
    try {
      byte[] pair = Base64.getDecoder().decode(authorization.substring(BASIC.length()).trim());
      String text = new String(pair, StandardCharsets.UTF_8);
      int colon = text.indexOf(':');
      return Optional.of(colon < 0 ? text : text.substring(0, colon));
    } catch (IllegalArgumentException e) {
      // Not Base64: somebody's key all the same, and an unknown one.
      return Optional.of("");
    }
  }
}
