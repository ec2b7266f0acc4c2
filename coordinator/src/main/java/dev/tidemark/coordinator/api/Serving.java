package dev.tidemark.coordinator.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.coordinator.api.Endpoint.Kind;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import spark.Request;
import spark.Response;
import spark.RouteImpl;
import spark.route.HttpMethod;
import spark.route.Routes;

/**
 * Answers each request: who may ask, what is asked, and what comes of it. Those that need files
 * share a number of places, so that a file system that hangs leaves threads for the others.
 */
final class Serving {
  private static final Logger LOG = LoggerFactory.getLogger(Serving.class);
  private static final int LARGEST_BODY = 64 * 1024;

  /** Of a body that is too large, read so that its sender gets to read the answer. */
  private static final int MOST_SKIPPED = 1024 * 1024;

  private static final String NOTHING = "";

  private static final List<HttpMethod> METHODS =
      Arrays.stream(HttpMethod.values())
          .filter(m -> !m.name().startsWith("before") && !m.name().startsWith("after"))
          .toList();

  private final List<Endpoint> endpoints;
  private final Tokens tokens;
  private final ReadingFor readingFor;
  private final MeterRegistry registry;
  private final Semaphore places;

  /** Who may ask questions. */
  enum ReadingFor {
    EVERYBODY,
    TOKENS
  }

  Serving(
      List<Endpoint> endpoints,
      Tokens tokens,
      ReadingFor readingFor,
      MeterRegistry registry,
      int places) {
    this.endpoints = List.copyOf(endpoints);
    this.tokens = tokens;
    this.readingFor = readingFor;
    this.registry = registry;
    this.places = new Semaphore(places);
  }

  /** The first route that fits is taken, so those for everything else come last. */
  void addTo(Routes routes) {
    for (Endpoint endpoint : endpoints) {
      for (HttpMethod method : METHODS) {
        add(
            routes,
            method,
            endpoint.route(),
            endpoint.path(),
            allowed(endpoint).contains(method)
                ? (request, response) -> serve(endpoint, request, response)
                : (request, response) -> send(wrongMethod(endpoint), response));
      }
    }
    Answer nothing =
        Answer.error(404, "not_found", "There is nothing here. See /api/v1/openapi.yaml.");
    for (HttpMethod method : METHODS) {
      add(routes, method, "*", "other", (request, response) -> send(nothing, response));
    }
  }

  private interface Served {
    void to(Request request, Response response) throws IOException;
  }

  private void add(Routes routes, HttpMethod method, String route, String label, Served served) {
    routes.add(
        method,
        RouteImpl.create(
            route,
            (request, response) -> {
              try {
                served.to(request, response);
              } catch (IOException e) {
                LOG.debug("A client is gone: {}", e.getMessage());
              }
              count(label, response.raw().getStatus());
              return "";
            }));
  }

  private void count(String path, int status) {
    Counter.builder("tidemark.coordinator.api.requests")
        .description("Requests by the path of the endpoint and the status of the answer")
        .tags("path", path, "status", Integer.toString(status))
        .register(registry)
        .increment();
  }

  private static List<HttpMethod> allowed(Endpoint endpoint) {
    return endpoint.kind() == Kind.CHANGE
        ? List.of(HttpMethod.post)
        : List.of(HttpMethod.get, HttpMethod.head);
  }

  private static Answer wrongMethod(Endpoint endpoint) {
    String allow =
        allowed(endpoint).stream()
            .map(m -> m.name().toUpperCase(Locale.ROOT))
            .collect(Collectors.joining(", "));
    return Answer.error(405, "method_not_allowed", "Only " + allow + " is answered here.")
        .with("Allow", allow);
  }

  private void serve(Endpoint endpoint, Request request, Response response) throws IOException {
    if (endpoint.kind() == Kind.STATUS) {
      send(answer(() -> endpoint.handler().apply(call(request, NOTHING, ""))), response);
      return;
    }
    Call call;
    try {
      call = admitted(endpoint, request);
    } catch (RuntimeException e) {
      send(Failures.answer(e), response);
      return;
    }
    if (!places.tryAcquire()) {
      send(Refusal.busy().answer(), response);
      return;
    }
    try {
      // The answer is written from here too: one who reads slowly keeps a place, and no more.
      send(answer(() -> endpoint.handler().apply(call)), response);
    } finally {
      places.release();
    }
  }

  private static Answer answer(Supplier<Answer> handler) {
    try {
      return handler.get();
    } catch (RuntimeException e) {
      return Failures.answer(e);
    }
  }

  /** Before anything of the body is read, it is known who sends it. */
  private Call admitted(Endpoint endpoint, Request request) throws IOException {
    HttpServletRequest raw = request.raw();
    if (endpoint.kind() == Kind.READ) {
      if (readingFor == ReadingFor.TOKENS) {
        tokens.nameOf(authorization(raw));
      }
      return call(request, NOTHING, "");
    }
    String name = tokens.nameOf(authorization(raw));
    // No form of a web page can send this, so no page acts for the person who looks at it.
    String type = Optional.ofNullable(raw.getContentType()).orElse("");
    if (!type.split(";", 2)[0].strip().equalsIgnoreCase("application/json")) {
      throw Refusal.notJson();
    }
    return call(request, body(raw), "api " + name + " " + raw.getRemoteAddr());
  }

  private static Optional<String> authorization(HttpServletRequest raw) {
    return Optional.ofNullable(raw.getHeader("Authorization"));
  }

  private static Call call(Request request, String body, String by) {
    Map<String, List<String>> query = new TreeMap<>();
    if (request.raw().getQueryString() != null) {
      request.raw().getParameterMap().forEach((name, values) -> query.put(name, List.of(values)));
    }
    return new Call(name -> request.params(":" + name), query, body, by);
  }

  private static String body(HttpServletRequest raw) throws IOException {
    InputStream in = raw.getInputStream();
    byte[] body = in.readNBytes(LARGEST_BODY + 1);
    if (body.length > LARGEST_BODY) {
      in.readNBytes(MOST_SKIPPED);
      throw Refusal.tooLarge(LARGEST_BODY);
    }
    try {
      return UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
    } catch (CharacterCodingException e) {
      throw Refusal.badRequest("The body is not UTF-8.");
    }
  }

  private static void send(Answer answer, Response response) throws IOException {
    HttpServletResponse raw = response.raw();
    raw.setStatus(answer.status());
    raw.setContentType(answer.contentType());
    answer.headers().forEach(raw::setHeader);
    byte[] body = answer.bytes();
    raw.setContentLength(body.length);
    raw.getOutputStream().write(body);
  }
}
