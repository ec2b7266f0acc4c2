package dev.tidemark.collector.http;

import dev.tidemark.collector.config.Network;
import dev.tidemark.collector.metrics.CollectorMetrics;
import java.net.InetAddress;
import java.util.List;
import org.eclipse.jetty.server.Request;

/** What a collector says of itself. */
final class Status {
  private final Readiness readiness;
  private final CollectorMetrics metrics;
  private final List<Network> metricsFrom;
  private volatile Serving serving = Serving.OPEN;

  Status(Readiness readiness, CollectorMetrics metrics, List<Network> metricsFrom) {
    this.readiness = readiness;
    this.metrics = metrics;
    this.metricsFrom = List.copyOf(metricsFrom);
  }

  void become(Serving next) {
    serving = next;
  }

  boolean isStopping() {
    return serving != Serving.OPEN;
  }

  boolean isClosing() {
    return serving == Serving.CLOSING;
  }

  Answer readiness() {
    if (isStopping()) {
      return Answer.unavailable("stopping");
    }
    return readiness.problem().map(Answer::unavailable).orElseGet(Answer::success);
  }

  /** The metrics, for those who may read them; for others there is no such endpoint. */
  Answer metrics(Request request) {
    InetAddress peer = request.getRemoteInetSocketAddress().getAddress();
    // What a proxy passes on comes from elsewhere, wherever the proxy stands.
    boolean passedOn =
        request.getHeader("X-Forwarded-For") != null || request.getHeader("Forwarded") != null;
    return !passedOn && metricsFrom.stream().anyMatch(n -> n.contains(peer))
        ? Answer.metrics(metrics.scrape())
        : Answer.error(404, "there is no such endpoint");
  }
}
