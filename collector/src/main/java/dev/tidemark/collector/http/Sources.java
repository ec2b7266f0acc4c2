package dev.tidemark.collector.http;

import dev.tidemark.collector.config.WriteKey;
import dev.tidemark.collector.event.Query;
import dev.tidemark.collector.event.UnacceptableException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.eclipse.jetty.server.Request;

/**
 * Who sends, by write key. The first of these that is there decides: the user of Basic
 * authorization, {@code X-Write-Key}, {@code ?writeKey=}, and {@code writeKey} in the first event.
 * Without any key configured everybody is {@value #OPEN}.
 */
final class Sources {
  static final String OPEN = "open";

  private static final String BASIC = "basic ";

  private final Map<String, String> sourceByKey;

  Sources(List<WriteKey> keys) {
    sourceByKey = keys.stream().collect(Collectors.toMap(WriteKey::key, WriteKey::source));
  }

  boolean isOpen() {
    return sourceByKey.isEmpty();
  }

  /** The source's name; empty if the key is missing or unknown. */
  Optional<String> of(Request request, Optional<String> keyInBody) throws UnacceptableException {
    if (isOpen()) {
      return Optional.of(OPEN);
    }
    Query query = Query.parse(request.getQueryString());
    return basicUser(request.getHeader("Authorization"))
        .or(() -> Optional.ofNullable(request.getHeader("X-Write-Key")))
        .or(query::writeKey)
        .or(() -> keyInBody)
        .map(sourceByKey::get);
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
