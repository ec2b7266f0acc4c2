package dev.tidemark.coordinator.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.coordinator.config.AdminToken;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Tells by a header who asks. How long that takes says nothing of the tokens. */
final class Tokens {
  private static final String SCHEME = "Bearer ";

  private final Map<String, byte[]> hashes = new LinkedHashMap<>();

  Tokens(List<AdminToken> tokens) {
    tokens.forEach(t -> hashes.put(t.name(), hash(t.token())));
  }

  /**
   * The name of the token.
   *
   * @param authorization the header of that name, if there is one
   * @throws Refusal if it is none of those configured, or none are
   */
  String nameOf(Optional<String> authorization) {
    if (hashes.isEmpty()) {
      throw Refusal.forbidden(
          "No tokens are configured, so this cannot be asked here. See"
              + " 'coordinator.http.admin-tokens'.");
    }
    byte[] asked =
        authorization
            .filter(a -> a.regionMatches(true, 0, SCHEME, 0, SCHEME.length()))
            .map(a -> hash(a.substring(SCHEME.length()).strip()))
            .orElseThrow(Refusal::unauthorized);
    String name = null;
    for (Map.Entry<String, byte[]> token : hashes.entrySet()) {
      if (MessageDigest.isEqual(token.getValue(), asked)) {
        name = token.getKey();
      }
    }
    return Optional.ofNullable(name).orElseThrow(Refusal::unknownToken);
  }

  private static byte[] hash(String token) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(token.getBytes(UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256", e);
    }
  }
}
