package dev.tidemark.coordinator.api;

import java.io.IOException;
import java.util.Objects;
import javax.servlet.ServletException;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletRequestWrapper;
import javax.servlet.http.HttpServletResponse;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.handler.AbstractHandler;
import spark.http.matching.MatcherFilter;

/** Lets SparkJava choose the route, by method and path alone. */
final class RoutingHandler extends AbstractHandler {
  private final MatcherFilter routes;

  RoutingHandler(MatcherFilter routes) {
    this.routes = routes;
  }

  @Override
  public void handle(
      String target, Request base, HttpServletRequest request, HttpServletResponse response)
      throws IOException, ServletException {
    base.setHandled(true);
    SafeHeaders.addTo(response);
    routes.doFilter(new RoutedRequest(request), response, null);
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
}
