package dev.tidemark.coordinator.api;

import java.util.Map;
import javax.servlet.http.HttpServletResponse;
import org.eclipse.jetty.http.HttpFields;

/** What every answer says to browsers and caches between, should there be any. */
final class SafeHeaders {
  private static final Map<String, String> ALL =
      Map.of("X-Content-Type-Options", "nosniff", "Cache-Control", "no-store");

  private SafeHeaders() {}

  static void addTo(HttpServletResponse response) {
    ALL.forEach(response::setHeader);
  }

  static void addTo(HttpFields fields) {
    ALL.forEach(fields::put);
  }
}
