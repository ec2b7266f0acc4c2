package dev.tidemark.coordinator.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.coordinator.api.Endpoint.Kind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import javax.servlet.http.HttpServletRequest;
import org.eclipse.jetty.http.BadMessageException;
import org.eclipse.jetty.http.HttpStatus;
import spark.Request;

/**
 * Lets requests in: those who ask for a change show a token, and say it in JSON of a bounded size.
 */
record Admission(Tokens tokens, ReadingFor readingFor) {
  private static final int LARGEST_BODY = 64 * 1024;

  /** Of a body that is too large, read so that its sender gets to read the answer. */
  private static final int MOST_SKIPPED = 1024 * 1024;

  private static final Duration LONGEST_BODY = Duration.ofSeconds(30);

  private static final Pattern LOOPBACK =
      Pattern.compile("(?i)(|localhost|127(\\.\\d{1,3}){3}|\\[::1])(:\\d+)?");

  /** Who may ask questions. */
  enum ReadingFor {
    EVERYBODY,
    TOKENS
  }

  /** Before anything of the body is read, it is known who sends it. */
  Call admit(Endpoint endpoint, Request request) throws IOException {
    HttpServletRequest raw = request.raw();
    if (endpoint.kind() != Kind.CHANGE) {
      if (readingFor == ReadingFor.TOKENS || authorization(raw).isPresent()) {
        tokens.nameOf(authorization(raw));
      } else {
        requireOwnPage(raw);
      }
      return open(request);
    }
    String name = tokens.nameOf(authorization(raw));
    // No form of a web page can send this, so no page acts for the person who looks at it.
    String type = Optional.ofNullable(raw.getContentType()).orElse("");
    if (!type.split(";", 2)[0].strip().equalsIgnoreCase("application/json")) {
      throw Refusal.notJson();
    }
    return call(request, body(raw), "api " + name + " " + raw.getRemoteAddr());
  }

  /** Of whoever asks, with nothing but a path, a query and headers. */
  static Call open(Request request) {
    return call(request, "", "");
  }

  /**
   * A page of another origin can make a browser ask, and one that has taken its name for 127.0.0.1
   * can read the answer; but both names stand in what the browser sends.
   */
  private static void requireOwnPage(HttpServletRequest raw) {
    String host = Optional.ofNullable(raw.getHeader("Host")).orElse("");
    String site = Optional.ofNullable(raw.getHeader("Sec-Fetch-Site")).orElse("");
    if (!LOOPBACK.matcher(host).matches() || site.equals("cross-site")) {
      throw Refusal.forbidden(
          "Without a token only who asks for localhost, 127.0.0.1 or [::1] may read, and no page of"
              + " another site.");
    }
  }

  private static Optional<String> authorization(HttpServletRequest raw) {
    return Optional.ofNullable(raw.getHeader("Authorization"));
  }

  private static Call call(Request request, String body, String by) {
    Map<String, List<String>> query = new TreeMap<>();
    if (request.raw().getQueryString() != null) {
      request.raw().getParameterMap().forEach((name, values) -> query.put(name, List.of(values)));
    }
    return new Call(
        name -> request.params(":" + name),
        query,
        name -> Optional.ofNullable(request.raw().getHeader(name)),
        body,
        by);
  }

  private static String body(HttpServletRequest raw) throws IOException {
    InputStream in = raw.getInputStream();
    long end = System.nanoTime() + LONGEST_BODY.toNanos();
    byte[] body = read(in, LARGEST_BODY + 1, end);
    if (body.length > LARGEST_BODY) {
      read(in, MOST_SKIPPED, end);
      throw Refusal.tooLarge(LARGEST_BODY);
    }
    try {
      return UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
    } catch (CharacterCodingException e) {
      throw Refusal.badRequest("The body is not UTF-8.");
    }
  }

  /**
   * No more than that, and until then; each piece of it is bounded by the connection's idle time.
   */
  private static byte[] read(InputStream in, int most, long end) throws IOException {
    ByteArrayOutputStream read = new ByteArrayOutputStream();
    byte[] piece = new byte[8 * 1024];
    for (int n = 0; n >= 0 && read.size() < most; ) {
      n = in.read(piece, 0, Math.min(piece.length, most - read.size()));
      read.write(piece, 0, Math.max(0, n));
      if (System.nanoTime() - end > 0) {
        throw new BadMessageException(HttpStatus.REQUEST_TIMEOUT_408);
      }
    }
    return read.toByteArray();
  }
}
