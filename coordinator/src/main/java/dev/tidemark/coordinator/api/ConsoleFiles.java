package dev.tidemark.coordinator.api;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import javax.servlet.http.HttpServletResponse;
import spark.RouteImpl;
import spark.route.HttpMethod;
import spark.route.Routes;

/**
 * The console: a page, and all that it loads. It holds nothing of any dataset, so everybody may
 * have it; what it shows it asks the API for. There is one path for each file and none else.
 */
final class ConsoleFiles {
  private static final String OWN = "/dev/tidemark/coordinator/console/";
  private static final String PAGE = "index.html";
  private static final List<String> NAMES =
      List.of(
          PAGE,
          "icon.svg",
          "theme.js",
          "console.css",
          "app.js",
          "actions.js",
          "api.js",
          "detail.js",
          "dom.js",
          "flow.js",
          "grid.js",
          "overview.js",
          "plots.js",
          "problems.js",
          "standing.js",
          "stream.js",
          "time.js",
          "token.js",
          "zone.js");
  private static final String PLOTS = "/META-INF/maven/org.webjars.npm/uplot/pom.properties";

  private final Map<String, StaticFile> files = new TreeMap<>();

  ConsoleFiles() {
    NAMES.forEach(
        name -> files.put(name.equals(PAGE) ? "/" : "/console/" + name, StaticFile.of(OWN + name)));
    String dist = "/META-INF/resources/webjars/uplot/" + versionOfPlots() + "/dist/";
    files.put("/console/lib/uplot.js", StaticFile.of(dist + "uPlot.iife.min.js"));
    files.put("/console/lib/uplot.css", StaticFile.of(dist + "uPlot.min.css"));
  }

  private static String versionOfPlots() {
    try (InputStream in = ConsoleFiles.class.getResourceAsStream(PLOTS)) {
      Properties properties = new Properties();
      properties.load(in);
      return properties.getProperty("version");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Set<String> paths() {
    return files.keySet();
  }

  void addTo(Routes routes) {
    files.forEach(
        (path, file) ->
            Serving.METHODS.forEach(method -> routes.add(method, route(path, file, method))));
  }

  private static RouteImpl route(String path, StaticFile file, HttpMethod method) {
    return RouteImpl.create(
        path,
        (request, response) -> {
          if (method == HttpMethod.get || method == HttpMethod.head) {
            file.send(request.raw(), response.raw());
          } else {
            refuse(response.raw());
          }
          return "";
        });
  }

  private static void refuse(HttpServletResponse response) throws IOException {
    Answer answer = Answer.error(405, "method_not_allowed", "Only GET, HEAD is answered here.");
    response.setStatus(answer.status());
    response.setContentType(answer.contentType());
    response.setHeader("Allow", "GET, HEAD");
    response.getOutputStream().write(answer.bytes());
  }
}
