package dev.tidemark.coordinator.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.coordinator.config.AdminToken;
import dev.tidemark.landing.fs.MemoryFileSystem;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The console's files: who gets them, with what rules, and what must not stand in them. */
class ConsoleFilesTest {
  private static final Path SOURCES =
      Path.of("src/main/resources/dev/tidemark/coordinator/console");
  private static final List<AdminToken> TOKENS = ServedWorld.TOKENS;
  private static final Pattern MARKUP =
      Pattern.compile(
          "innerHTML|outerHTML|insertAdjacentHTML|document\\.write|DOMParser|eval\\(|Function\\(|"
              + "createContextualFragment|setHTML|srcdoc|javascript:|https?://(?!www\\.w3\\.org)");

  @Test
  void every_file_is_served_with_the_rules_for_browsers() {
    try (ServedWorld served = new ServedWorld(TOKENS)) {
      for (String path : new ConsoleFiles().paths()) {
        HttpResponse<String> response = served.get(path);
        assertThat(response.statusCode()).as(path).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Security-Policy").orElseThrow())
            .startsWith("default-src 'none'; script-src 'self'; style-src 'self';")
            .contains("frame-ancestors 'none'")
            .doesNotContain("unsafe");
        assertThat(response.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
        assertThat(response.headers().firstValue("Referrer-Policy")).contains("no-referrer");
        assertThat(response.headers().firstValue("Cross-Origin-Opener-Policy"))
            .contains("same-origin");
        assertThat(response.headers().firstValue("Content-Type")).isPresent();
      }
      assertThat(served.get("/").headers().firstValue("Content-Type"))
          .contains("text/html;charset=utf-8");
    }
  }

  @Test
  void a_browser_that_has_a_file_is_told_so() {
    try (ServedWorld served = new ServedWorld(TOKENS)) {
      String tag = served.get("/console/app.js").headers().firstValue("ETag").orElseThrow();
      HttpResponse<String> again =
          served.send(served.request("/console/app.js").header("If-None-Match", tag));
      assertThat(again.statusCode()).isEqualTo(304);
      assertThat(again.body()).isEmpty();
      assertThat(
              served
                  .send(served.request("/console/app.js").header("If-None-Match", "\"other\""))
                  .statusCode())
          .isEqualTo(200);
    }
  }

  @Test
  void there_is_nothing_else_and_nothing_to_be_sent_there() {
    try (ServedWorld served = new ServedWorld(TOKENS)) {
      for (String path :
          List.of(
              "/console/",
              "/console/package-info.class",
              "/console/../api/openapi.yaml",
              "/console/%2e%2e/api/openapi.yaml",
              "/console/lib/uplot.js.map",
              "/index.html")) {
        assertThat(served.get(path).statusCode()).as(path).isBetween(400, 404);
      }
      HttpResponse<String> posted =
          served.send(served.request("/").POST(BodyPublishers.ofString("x")));
      assertThat(posted.statusCode()).isEqualTo(405);
      assertThat(posted.headers().firstValue("Allow")).contains("GET, HEAD");
    }
  }

  @Test
  void where_reading_needs_a_token_the_page_needs_none() {
    try (ServedWorld served =
        new ServedWorld(TOKENS, "0.0.0.0", new MemoryFileSystem(), UnaryOperator.identity())) {
      assertThat(served.get("/").statusCode()).isEqualTo(200);
      assertThat(served.get("/api/v1/datasets").statusCode()).isEqualTo(401);
    }
  }

  @Test
  void every_file_that_is_there_is_served_and_none_makes_markup_of_text() throws IOException {
    Set<String> served = new ConsoleFiles().paths();
    try (Stream<Path> files = Files.list(SOURCES)) {
      List<Path> all = files.toList();
      assertThat(
              all.stream()
                  .map(f -> f.getFileName().toString())
                  .map(name -> name.equals("index.html") ? "/" : "/console/" + name)
                  .collect(Collectors.toSet()))
          .isEqualTo(served.stream().filter(p -> !p.contains("/lib/")).collect(Collectors.toSet()));
      for (Path file : all) {
        assertThat(Files.readString(file)).as(file.toString()).doesNotContainPattern(MARKUP);
      }
    }
  }

  @Test
  void the_page_has_neither_scripts_nor_styles_in_it() throws IOException {
    String page = Files.readString(SOURCES.resolve("index.html"));
    assertThat(page)
        .doesNotContain("<style", "style=", "http-equiv")
        .doesNotContainPattern("<script(?![^>]* src=)")
        .doesNotContainPattern("\\son[a-z]+=");
  }
}
