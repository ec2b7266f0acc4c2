package dev.tidemark.coordinator.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.landing.LandingJson;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What is answered to a request.
 *
 * @param source of a stream of events, which then is all of the answer
 */
record Answer(
    int status,
    String contentType,
    String body,
    Map<String, String> headers,
    Optional<Streams.Source> source) {
  private static final String JSON = "application/json";

  private record Problem(String code, String message) {}

  private record Failure(Problem error) {}

  private Answer(int status, String contentType, String body, Map<String, String> headers) {
    this(status, contentType, body, headers, Optional.empty());
  }

  static Answer stream(Streams.Source source) {
    return new Answer(200, "text/event-stream", "", Map.of(), Optional.of(source));
  }

  static Answer json(int status, Object value) {
    return new Answer(status, JSON, new String(LandingJson.write(value), UTF_8), Map.of());
  }

  static Answer ok(Object value) {
    return json(200, value);
  }

  static Answer text(String contentType, String text) {
    return new Answer(200, contentType, text, Map.of());
  }

  static Answer error(int status, String code, String message) {
    return json(status, new Failure(new Problem(code, message)));
  }

  byte[] bytes() {
    return body.getBytes(UTF_8);
  }

  Answer with(String header, String value) {
    Map<String, String> more = new TreeMap<>(headers);
    more.put(header, value);
    return new Answer(status, contentType, body, more, source);
  }
}
