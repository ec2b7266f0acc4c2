package dev.tidemark.coordinator.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.tidemark.coordinator.operations.PartitionSummary.Standing;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The document and the server say the same. */
class DescriptionTest {
  private final ServedWorld served = new ServedWorld(ServedWorld.TOKENS);
  private final JsonNode document;

  DescriptionTest() throws IOException {
    document =
        new ObjectMapper(new YAMLFactory()).readTree(served.get("/api/v1/openapi.yaml").body());
  }

  @AfterEach
  void stop() {
    served.close();
  }

  private Set<String> described() {
    Set<String> all = new TreeSet<>();
    document
        .get("paths")
        .properties()
        .forEach(
            path ->
                path.getValue()
                    .fieldNames()
                    .forEachRemaining(
                        method -> {
                          if (!method.equals("parameters")) {
                            all.add(method.toUpperCase(Locale.ROOT) + " " + path.getKey());
                          }
                        }));
    return all;
  }

  @Test
  void it_is_the_file_in_docs() throws IOException {
    assertThat(served.get("/api/v1/openapi.yaml").body())
        .isEqualTo(Files.readString(Path.of("../docs/openapi.yaml")));
    assertThat(document.get("openapi").asText()).startsWith("3.1");
  }

  @Test
  void every_endpoint_is_described_and_no_other() {
    assertThat(described())
        .isEqualTo(
            served.endpoints().stream()
                .map(e -> e.kind().method() + " " + e.path())
                .collect(Collectors.toCollection(TreeSet::new)));
  }

  /** With a value for each parameter that must be given. */
  private String query(String path, String method) {
    StringBuilder query = new StringBuilder();
    for (JsonNode p : document.get("paths").get(path).get(method).path("parameters")) {
      if (p.path("required").asBoolean()) {
        assertThat(p.at("/schema/format").asText()).isEqualTo("date");
        query.append(query.length() == 0 ? "?" : "&").append(p.get("name").asText()).append('=');
        query.append(p.get("name").asText().equals("from") ? "2026-08-22" : "2026-08-23");
      }
    }
    return query.toString();
  }

  private HttpResponse<InputStream> asked(String described) {
    String[] parts = described.split(" ", 2);
    String path =
        parts[1].replace("{dataset}", "events").replace("{partition}", "2026-08-22T10")
            + query(parts[1], parts[0].toLowerCase(Locale.ROOT));
    return served.open(
        parts[0].equals("POST")
            ? served.posting(path, "{}").header("Authorization", "Bearer " + ServedWorld.ALICE)
            : served.request(path).method(parts[0], BodyPublishers.noBody()));
  }

  @Test
  void every_path_that_is_described_is_answered() throws IOException {
    served.world.lands("2026-08-22T10", "a").coordinatorTicks();
    for (String described : described()) {
      HttpResponse<InputStream> response = asked(described);
      // Some go on for ever.
      response.body().close();
      // That it lacks a reason, only the endpoint itself can say.
      assertThat(response.statusCode())
          .as(described)
          .isEqualTo(described.startsWith("POST") ? 400 : 200);
    }
  }

  @Test
  void every_reference_leads_somewhere() {
    assertThat(document.findValuesAsText("$ref"))
        .isNotEmpty()
        .allSatisfy(r -> assertThat(document.at(r.substring(1)).isMissingNode()).as(r).isFalse());
  }

  @Test
  void the_standings_are_all_of_them() {
    Set<String> standings = new TreeSet<>();
    document.at("/components/schemas/Standing/enum").forEach(s -> standings.add(s.asText()));
    assertThat(standings)
        .isEqualTo(
            Arrays.stream(Standing.values())
                .map(Enum::name)
                .collect(Collectors.toCollection(TreeSet::new)));
  }

  @Test
  void whatever_changes_something_needs_a_token() {
    document
        .get("paths")
        .forEach(
            path -> {
              if (path.has("post")) {
                assertThat(path.at("/post/security/0/token").isArray()).isTrue();
              }
            });
  }
}
