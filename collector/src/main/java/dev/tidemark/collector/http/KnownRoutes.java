package dev.tidemark.collector.http;

import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import spark.FilterImpl;
import spark.RouteImpl;
import spark.route.HttpMethod;
import spark.route.Routes;
import spark.routematch.RouteMatch;

/**
 * Remembers what SparkJava found for a path that is a route of its own. SparkJava takes every route
 * and every path apart anew for each request, and does so twice more for filters, of which there
 * are none.
 */
final class KnownRoutes extends Routes {
  private final Set<String> fixedPaths = new HashSet<>();
  private final Map<HttpMethod, Map<String, RouteMatch>> found = new EnumMap<>(HttpMethod.class);

  KnownRoutes() {
    for (HttpMethod method : HttpMethod.values()) {
      found.put(method, new ConcurrentHashMap<>());
    }
  }

  @Override
  public void add(HttpMethod method, RouteImpl route) {
    super.add(method, route);
    String path = route.getPath();
    if (path.indexOf(':') < 0 && path.indexOf('*') < 0) {
      fixedPaths.add(path);
    }
  }

  @Override
  public void add(HttpMethod method, FilterImpl filter) {
    throw new UnsupportedOperationException("Filters are not looked for");
  }

  @Override
  public RouteMatch find(HttpMethod method, String path, String acceptType) {
    if (acceptType != null || !fixedPaths.contains(path)) {
      return super.find(method, path, acceptType);
    }
    Map<String, RouteMatch> matches = found.get(method);
    RouteMatch known = matches.get(path);
    return known != null
        ? known
        : matches.computeIfAbsent(path, p -> super.find(method, p, acceptType));
  }

  @Override
  public List<RouteMatch> findMultiple(HttpMethod method, String path, String acceptType) {
    return List.of();
  }
}
