package dev.tidemark.coordinator.api;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/** A file of the console, in memory. A browser that has it already is only told so. */
final class StaticFile {
  private static final int TAG_BYTES = 12;
  private static final Map<String, String> TYPES =
      Map.of(
          "html", "text/html; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "svg", "image/svg+xml");

  /** What a browser must not do with the page, nor another page with this one. */
  private static final Map<String, String> HEADERS =
      Map.of(
          "Content-Security-Policy",
          "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
              + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
          "Referrer-Policy",
          "no-referrer",
          "Cross-Origin-Opener-Policy",
          "same-origin",
          "Cross-Origin-Resource-Policy",
          "same-origin",
          // Asked for each time, and sent only if it is another.
          "Cache-Control",
          "no-cache");

  private final String type;
  private final byte[] bytes;
  private final String tag;

  private StaticFile(String type, byte[] bytes) {
    this.type = type;
    this.bytes = bytes;
    this.tag = tag(bytes);
  }

  /** From the class path. */
  static StaticFile of(String resource) {
    try (InputStream in = StaticFile.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("This build comes without " + resource);
      }
      String extension = resource.substring(resource.lastIndexOf('.') + 1);
      return new StaticFile(TYPES.get(extension), in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String tag(byte[] bytes) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(bytes);
      return "\"" + HexFormat.of().formatHex(hash, 0, TAG_BYTES) + "\"";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256", e);
    }
  }

  void send(HttpServletRequest request, HttpServletResponse response) throws IOException {
    HEADERS.forEach(response::setHeader);
    response.setHeader("ETag", tag);
    if (tag.equals(request.getHeader("If-None-Match"))) {
      response.setStatus(HttpServletResponse.SC_NOT_MODIFIED);
      return;
    }
    response.setContentType(type);
    response.setContentLength(bytes.length);
    response.getOutputStream().write(bytes);
  }
}
