package dev.tidemark.collector.http;

import dev.tidemark.collector.event.JsonBuffer;
import dev.tidemark.collector.event.UnacceptableException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

/**
 * Status, type and body of a response. Apart from the pixel, {@code robots.txt} and the metrics the
 * body is a JSON object with {@code success}, for one client library sends again for ever on
 * anything else.
 *
 * @param retryAfter when to send again, in seconds; 0 says nothing about it
 */
record Answer(int status, String contentType, ByteBuffer body, int retryAfter) {
  /** An event that was not kept. */
  record Rejected(int index, String eventId, String reason) {}

  private static final String JSON = "application/json";
  private static final byte[] GIF =
      Base64.getDecoder().decode("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==");
  private static final byte[] ROBOTS =
      "User-agent: *\nDisallow: /\n".getBytes(StandardCharsets.US_ASCII);

  /** By far the most frequent answer. */
  private static final Answer ONE_ACCEPTED = counted(1, List.of());

  static Answer accepted(int accepted, List<Rejected> rejected) {
    return accepted == 1 && rejected.isEmpty() ? ONE_ACCEPTED : counted(accepted, rejected);
  }

  private static Answer counted(int accepted, List<Rejected> rejected) {
    JsonBuffer json = new JsonBuffer(64);
    json.raw("{\"success\":true,\"accepted\":").raw(Integer.toString(accepted));
    json.raw(",\"rejected\":[");
    String separator = "{\"index\":";
    for (Rejected r : rejected) {
      json.raw(separator).raw(Integer.toString(r.index));
      json.raw(",\"event_id\":").string(r.eventId).raw(",\"reason\":").string(r.reason).raw("}");
      separator = ",{\"index\":";
    }
    return ok(JSON, json.raw("]}").toBytes());
  }

  static Answer pixel() {
    return ok("image/gif", GIF);
  }

  static Answer robots() {
    return ok("text/plain", ROBOTS);
  }

  static Answer success() {
    return ok(JSON, new JsonBuffer(16).raw("{\"success\":true}").toBytes());
  }

  static Answer noContent() {
    return new Answer(204, null, ByteBuffer.allocate(0), 0);
  }

  /** The request was read and is refused as a whole. */
  static Answer refused(UnacceptableException why) {
    return switch (why.kind()) {
      case MALFORMED -> error(400, why.getMessage());
      case TOO_LARGE -> error(413, why.getMessage());
    };
  }

  /** Not durable, for whatever reason; the client shall send again. */
  static Answer unavailable(String reason) {
    return error(503, reason, RetryAfter.seconds());
  }

  /** Too much from this client; the same may be sent again after that many seconds. */
  static Answer tooMany(int seconds) {
    return error(429, "more events than the write key may send", seconds);
  }

  static Answer error(int status, String reason) {
    return error(status, reason, 0);
  }

  static Answer metrics(String text) {
    return ok("text/plain; version=0.0.4; charset=utf-8", text.getBytes(StandardCharsets.UTF_8));
  }

  private static Answer error(int status, String reason, int retryAfter) {
    JsonBuffer json = new JsonBuffer(128).raw("{\"success\":false,\"error\":").string(reason);
    return new Answer(status, JSON, ByteBuffer.wrap(json.raw("}").toBytes()), retryAfter);
  }

  private static Answer ok(String contentType, byte[] body) {
    return new Answer(200, contentType, ByteBuffer.wrap(body), 0);
  }

  /** A view of its own for every reader. */
  @Override
  public ByteBuffer body() {
    return body.duplicate();
  }
}
