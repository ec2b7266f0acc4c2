package dev.tidemark.collector.http;

import dev.tidemark.collector.config.CollectorConfig;
import dev.tidemark.collector.event.Query;
import dev.tidemark.collector.metrics.CollectorMetrics;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.eclipse.jetty.server.Request;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import spark.RouteImpl;
import spark.route.HttpMethod;
import spark.route.Routes;

/**
 * Which path does what, each with and without a trailing slash; every answer goes through an {@link
 * Exchange}.
 */
final class Endpoints {
  /** What is done with an exchange: it is answered, or somebody will see to it. */
  private interface Endpoint {
    void serve(Exchange exchange) throws IOException;
  }

  /** The same for a path of which the last part says what is called. */
  private interface Call {
    void serve(Exchange exchange, String call) throws IOException;
  }

  private static final Logger LOG = LoggerFactory.getLogger(Endpoints.class);
  private static final String CALL = ":call";
  private static final List<HttpMethod> EVERY_METHOD =
      List.of(
          HttpMethod.get,
          HttpMethod.head,
          HttpMethod.post,
          HttpMethod.put,
          HttpMethod.patch,
          HttpMethod.delete,
          HttpMethod.trace,
          HttpMethod.connect,
          HttpMethod.unsupported);

  private final CollectorConfig config;
  private final Intake intake;
  private final SdkCalls calls;
  private final Status status;
  private final InFlight inFlight;
  private final CollectorMetrics metrics;
  private final Map<String, Set<String>> methodsByPath = new HashMap<>();

  Endpoints(
      CollectorConfig config,
      Intake intake,
      Status status,
      InFlight inFlight,
      CollectorMetrics metrics) {
    this.config = config;
    this.intake = intake;
    this.calls = new SdkCalls(intake.reader());
    this.status = status;
    this.inFlight = inFlight;
    this.metrics = metrics;
  }

  /** The first route that fits is taken, so those for everything else come last. */
  void addTo(Routes routes) {
    posting(routes, "/v1/events", intake.reader()::many);
    posting(routes, "/e", intake.reader()::one);
    posting(routes, "/beacon/v1/batch", intake.reader()::batch);
    for (String slash : List.of("", "/")) {
      add(routes, HttpMethod.post, "/v1/" + CALL + slash, this::postCall);
      add(routes, HttpMethod.get, "/pixel/v1/" + CALL + slash, this::pixelCall);
      add(routes, HttpMethod.head, "/pixel/v1/" + CALL + slash, this::pixelHead);
    }
    calls.posted().forEach(call -> note("/v1/" + call, "POST"));
    calls.pixels().forEach(call -> note("/pixel/v1/" + call, "GET", "HEAD"));
    both(routes, HttpMethod.get, "/pixel", (x, call) -> pixel(x, intake.reader()::one));
    both(routes, HttpMethod.head, "/pixel", withoutBody(x -> x.answer(Answer.pixel())));
    note("/pixel", "GET", "HEAD");
    asking(routes, "/health", exchange -> exchange.answer(Answer.success()));
    asking(routes, "/healthcheck", exchange -> exchange.answer(Answer.success()));
    asking(routes, "/ready", exchange -> exchange.answer(status.readiness()));
    asking(routes, "/metrics", exchange -> exchange.answer(status.metrics(exchange.request())));
    asking(routes, "/robots.txt", exchange -> exchange.answer(Answer.robots()));
    // A browser asks without its key.
    add(routes, HttpMethod.options, "*", withoutBody(x -> x.answer(Answer.noContent())));
    for (HttpMethod method : EVERY_METHOD) {
      add(routes, method, "*", withoutBody(this::nothingHere));
    }
  }

  private void posting(Routes routes, String path, Intake.Cut cut) {
    both(routes, HttpMethod.post, path, (x, call) -> post(x, cut));
    note(path, "POST");
  }

  private void asking(Routes routes, String path, Endpoint endpoint) {
    both(routes, HttpMethod.get, path, withoutBody(endpoint));
    both(routes, HttpMethod.head, path, withoutBody(endpoint));
    note(path, "GET", "HEAD");
  }

  private void note(String path, String... methods) {
    methodsByPath.put(path, new LinkedHashSet<>(List.of(methods)));
  }

  private void both(Routes routes, HttpMethod method, String path, Call endpoint) {
    add(routes, method, path, endpoint);
    add(routes, method, path + "/", endpoint);
  }

  private void add(Routes routes, HttpMethod method, String path, Call endpoint) {
    routes.add(
        method,
        RouteImpl.create(
            path,
            (request, response) -> {
              Request base = Request.getBaseRequest(request.raw());
              String call = path.contains(CALL) ? request.params(CALL) : "";
              serve(endpoint, call, exchange(base));
              return "";
            }));
  }

  private Exchange exchange(Request request) {
    return new Exchange(request, inFlight, config.answerWithin(), metrics);
  }

  private void serve(Call endpoint, String call, Exchange exchange) {
    if (status.isStopping()) {
      // So that clients which keep their connection look for another collector in time.
      exchange.request().getResponse().setHeader("Connection", "close");
    }
    try {
      endpoint.serve(exchange, call);
    } catch (IOException | RuntimeException e) {
      LOG.error("A request failed by our own fault and was answered 503", e);
      exchange.answer(Answer.unavailable("internal error"));
      exchange.bodyEnded();
    }
  }

  /** For requests that have no body, or one that nobody reads. */
  private static Call withoutBody(Endpoint endpoint) {
    return (exchange, call) -> {
      if (exchange.request().getContentLengthLong() > 0) {
        endpoint.serve(exchange);
        exchange.bodyEnded();
      } else {
        exchange.bodyEnded();
        endpoint.serve(exchange);
      }
    };
  }

  private void postCall(Exchange exchange, String call) throws IOException {
    Optional<Intake.Cut> cut = calls.post(call);
    if (cut.isPresent()) {
      post(exchange, cut.get());
    } else {
      withoutBody(this::nothingHere).serve(exchange, call);
    }
  }

  private void pixelCall(Exchange exchange, String call) throws IOException {
    Optional<Intake.Cut> cut = calls.pixel(call);
    if (cut.isPresent()) {
      pixel(exchange, cut.get());
    } else {
      withoutBody(this::nothingHere).serve(exchange, call);
    }
  }

  private void pixelHead(Exchange exchange, String call) throws IOException {
    boolean known = calls.pixel(call).isPresent();
    withoutBody(x -> answerHead(x, known)).serve(exchange, call);
  }

  private void answerHead(Exchange exchange, boolean known) {
    if (known) {
      exchange.answer(Answer.pixel());
    } else {
      nothingHere(exchange);
    }
  }

  private void post(Exchange exchange, Intake.Cut cut) throws IOException {
    if (status.isClosing()) {
      exchange.answer(Answer.unavailable("stopping"));
    }
    BodyReader.start(
        exchange,
        config.maxBody(),
        intake.budget(),
        (bytes, length) -> intake.take(exchange, bytes, length, cut, Answer::accepted));
  }

  private void pixel(Exchange exchange, Intake.Cut cut) {
    exchange.bodyEnded();
    if (status.isClosing()) {
      exchange.answer(Answer.unavailable("stopping"));
      return;
    }
    intake.take(
        exchange,
        new byte[0],
        0,
        (body, length) -> {
          byte[] event = Query.parse(exchange.request().getQueryString()).toEvent();
          return cut.events(event, event.length);
        },
        (accepted, rejected) -> Answer.pixel());
  }

  private void nothingHere(Exchange exchange) {
    String path = Objects.requireNonNullElse(exchange.request().getRequestURI(), "");
    boolean slash = path.length() > 1 && path.endsWith("/");
    Set<String> methods = methodsByPath.get(slash ? path.substring(0, path.length() - 1) : path);
    if (methods == null) {
      exchange.answer(Answer.error(404, "there is no such endpoint"));
    } else {
      exchange.request().getResponse().setHeader("Allow", String.join(", ", methods) + ", OPTIONS");
      exchange.answer(Answer.error(405, "this endpoint has no such method"));
    }
  }
}
