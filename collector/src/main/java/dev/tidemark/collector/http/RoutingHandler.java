package dev.tidemark.collector.http;

import java.io.IOException;
import java.util.Objects;
import javax.servlet.ServletException;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletRequestWrapper;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpServletResponseWrapper;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.handler.AbstractHandler;
import spark.http.matching.MatcherFilter;

/**
 * Lets SparkJava choose the route and keeps it from answering. SparkJava writes what a route
 * returned as soon as the route returns, also when the request went asynchronous, which is before
 * Kafka acknowledged anything; a response that counts as committed once the request is asynchronous
 * it leaves alone.
 */
final class RoutingHandler extends AbstractHandler {
  private final MatcherFilter routes;
  private final Cors cors;

  RoutingHandler(MatcherFilter routes, Cors cors) {
    this.routes = routes;
    this.cors = cors;
  }

  @Override
  public void handle(
      String target, Request base, HttpServletRequest request, HttpServletResponse response)
      throws IOException, ServletException {
    base.setHandled(true);
    cors.prepare(base, base.getResponse());
    routes.doFilter(new RoutedRequest(request), new DeferredResponse(base, response), null);
  }

  /**
   * Hides the headers by which a client could turn SparkJava away from the route of its path, and
   * gives a path to a request that has none, such as CONNECT.
   */
  private static final class RoutedRequest extends HttpServletRequestWrapper {
    RoutedRequest(HttpServletRequest request) {
      super(request);
    }

    @Override
    public String getPathInfo() {
      return Objects.requireNonNullElse(super.getPathInfo(), "/");
    }

    @Override
    public String getRequestURI() {
      return Objects.requireNonNullElse(super.getRequestURI(), "/");
    }

    @Override
    public String getHeader(String name) {
      return name.equals("Accept") || name.equals("X-HTTP-Method-Override")
          ? null
          : super.getHeader(name);
    }
  }

  private static final class DeferredResponse extends HttpServletResponseWrapper {
    private final Request request;

    DeferredResponse(Request request, HttpServletResponse response) {
      super(response);
      this.request = request;
    }

    @Override
    public boolean isCommitted() {
      return request.isAsyncStarted() || super.isCommitted();
    }
  }
}
