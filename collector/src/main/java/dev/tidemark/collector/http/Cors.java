package dev.tidemark.collector.http;

import java.util.Set;
import java.util.regex.Pattern;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;

/**
 * Lets web pages of the allowed origins send, by the Fetch standard's CORS protocol. The origin and
 * the requested headers are named, never {@code *}, which does not cover all; no cookies. Which key
 * is shown is not known yet, so the origins of all keys are allowed here.
 */
record Cors(Set<String> allowedOrigins, Sources sources) {
  private static final Pattern HEADER_NAMES =
      Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]+(\\s*,\\s*[A-Za-z0-9!#$%&'*+.^_`|~-]+)*");

  private boolean isAllowed(String origin) {
    return allowedOrigins.contains("*") || allowedOrigins.contains(origin);
  }

  /** Sets the headers that every response carries, errors included. */
  void prepare(Request request, Response response) {
    Set<String> ofKeys = sources.origins();
    if (allowedOrigins.isEmpty() && ofKeys.isEmpty()) {
      return;
    }
    response.addHeader("Vary", "Origin");
    String origin = request.getHeader("Origin");
    if (origin == null || !(isAllowed(origin) || ofKeys.contains(origin))) {
      return;
    }
    response.setHeader("Access-Control-Allow-Origin", origin);
    response.setHeader("Access-Control-Expose-Headers", RetryAfter.HEADER);
    if (request.getMethod().equals("OPTIONS")) {
      response.setHeader("Access-Control-Allow-Methods", "GET, POST, OPTIONS");
      response.setHeader("Access-Control-Max-Age", "600");
      String wanted = request.getHeader("Access-Control-Request-Headers");
      if (wanted != null && HEADER_NAMES.matcher(wanted).matches()) {
        response.setHeader("Access-Control-Allow-Headers", wanted);
      }
    }
  }
}
