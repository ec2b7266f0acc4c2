package dev.tidemark.collector.http;

import dev.tidemark.collector.config.CollectorConfig;
import dev.tidemark.collector.event.Query;
import dev.tidemark.collector.kafka.MetadataWatch;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
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

  private static final Logger LOG = LoggerFactory.getLogger(Endpoints.class);
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
  private final MetadataWatch metadata;
  private final InFlight inFlight;
  private final ScheduledExecutorService deadlines;
  private volatile Serving serving = Serving.OPEN;

  Endpoints(
      CollectorConfig config,
      Intake intake,
      MetadataWatch metadata,
      InFlight inFlight,
      ScheduledExecutorService deadlines) {
    this.config = config;
    this.intake = intake;
    this.metadata = metadata;
    this.inFlight = inFlight;
    this.deadlines = deadlines;
  }

  void become(Serving next) {
    serving = next;
  }

  /** The first route that fits is taken, so the one for everything else comes last. */
  void addTo(Routes routes) {
    asking(routes, "/health", exchange -> exchange.answer(Answer.success()));
    asking(routes, "/healthcheck", exchange -> exchange.answer(Answer.success()));
    asking(routes, "/ready", exchange -> exchange.answer(readiness()));
    asking(routes, "/robots.txt", exchange -> exchange.answer(Answer.robots()));
    both(routes, HttpMethod.post, "/v1/events", x -> post(x, intake.reader()::many));
    both(routes, HttpMethod.post, "/e", x -> post(x, intake.reader()::one));
    both(routes, HttpMethod.get, "/pixel", this::pixel);
    // A browser asks without its key.
    add(routes, HttpMethod.options, "*", withoutBody(x -> x.answer(Answer.noContent())));
    for (HttpMethod method : EVERY_METHOD) {
      add(
          routes,
          method,
          "*",
          withoutBody(x -> x.answer(Answer.error(404, "there is no such endpoint"))));
    }
  }

  private void asking(Routes routes, String path, Endpoint endpoint) {
    both(routes, HttpMethod.get, path, withoutBody(endpoint));
    both(routes, HttpMethod.head, path, withoutBody(endpoint));
  }

  private void both(Routes routes, HttpMethod method, String path, Endpoint endpoint) {
    add(routes, method, path, endpoint);
    add(routes, method, path + "/", endpoint);
  }

  private void add(Routes routes, HttpMethod method, String path, Endpoint endpoint) {
    routes.add(
        method,
        RouteImpl.create(
            path,
            (request, response) -> {
              Request base = Request.getBaseRequest(request.raw());
              serve(endpoint, new Exchange(base, inFlight, deadlines, config.answerWithin()));
              return "";
            }));
  }

  private void serve(Endpoint endpoint, Exchange exchange) {
    if (serving != Serving.OPEN) {
      // So that clients which keep their connection look for another collector in time.
      exchange.request().getResponse().setHeader("Connection", "close");
    }
    try {
      endpoint.serve(exchange);
    } catch (IOException | RuntimeException e) {
      LOG.error("A request failed by our own fault and was answered 503", e);
      exchange.answer(Answer.unavailable("internal error"));
      exchange.bodyEnded();
    }
  }

  /** For requests that have no body, or one that nobody reads. */
  private static Endpoint withoutBody(Endpoint endpoint) {
    return exchange -> {
      if (exchange.request().getContentLengthLong() > 0) {
        endpoint.serve(exchange);
        exchange.bodyEnded();
      } else {
        exchange.bodyEnded();
        endpoint.serve(exchange);
      }
    };
  }

  private void post(Exchange exchange, Intake.Cut cut) throws IOException {
    if (serving == Serving.CLOSING) {
      exchange.answer(Answer.unavailable("stopping"));
    }
    BodyReader.start(
        exchange,
        config.maxBody(),
        intake.budget(),
        (bytes, length) -> intake.take(exchange, bytes, length, cut, Answer::accepted));
  }

  private void pixel(Exchange exchange) {
    exchange.bodyEnded();
    if (serving == Serving.CLOSING) {
      exchange.answer(Answer.unavailable("stopping"));
      return;
    }
    intake.take(
        exchange,
        new byte[0],
        0,
        (body, length) -> {
          byte[] event = Query.parse(exchange.request().getQueryString()).toEvent();
          return intake.reader().one(event, event.length);
        },
        (accepted, rejected) -> Answer.pixel());
  }

  private Answer readiness() {
    if (serving != Serving.OPEN) {
      return Answer.unavailable("stopping");
    }
    return metadata.isKnown()
        ? Answer.success()
        : Answer.unavailable("Kafka has not told yet where the topics are");
  }
}
