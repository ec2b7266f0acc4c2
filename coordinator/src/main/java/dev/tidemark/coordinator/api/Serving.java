package dev.tidemark.coordinator.api;

import dev.tidemark.coordinator.api.Endpoint.Kind;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import java.util.stream.Collectors;
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
  static final List<HttpMethod> METHODS =
      Arrays.stream(HttpMethod.values())
          .filter(m -> !m.name().startsWith("before") && !m.name().startsWith("after"))
          .toList();

  private final List<Endpoint> endpoints;
  private final Admission admission;
  private final MeterRegistry registry;
  private final Semaphore places;
  private final Streams streams;

  Serving(
      List<Endpoint> endpoints,
      Admission admission,
      MeterRegistry registry,
      int places,
      Streams streams) {
    this.endpoints = List.copyOf(endpoints);
    this.admission = admission;
    this.registry = registry;
    this.places = new Semaphore(places);
    this.streams = streams;
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
        Answer.error(404, "no_endpoint", "There is nothing here. See /api/v1/openapi.yaml.");
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
    return switch (endpoint.kind()) {
      case CHANGE -> List.of(HttpMethod.post);
      case STREAM -> List.of(HttpMethod.get);
      case STATUS, READ -> List.of(HttpMethod.get, HttpMethod.head);
    };
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
      send(answer(() -> endpoint.handler().apply(Admission.open(request))), response);
      return;
    }
    Call call;
    try {
      call = admission.admit(endpoint, request);
    } catch (RuntimeException e) {
      send(Failures.answer(e), response);
      return;
    }
    if (endpoint.kind() == Kind.STREAM) {
      stream(answer(() -> endpoint.handler().apply(call)), request, response);
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

  private void stream(Answer answer, Request request, Response response) throws IOException {
    try {
      if (answer.source().isPresent()) {
        streams.open(
            org.eclipse.jetty.server.Request.getBaseRequest(request.raw()), answer.source().get());
        return;
      }
    } catch (Refusal e) {
      send(e.answer(), response);
      return;
    }
    send(answer, response);
  }

  private static Answer answer(Supplier<Answer> handler) {
    try {
      return handler.get();
    } catch (RuntimeException e) {
      return Failures.answer(e);
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
