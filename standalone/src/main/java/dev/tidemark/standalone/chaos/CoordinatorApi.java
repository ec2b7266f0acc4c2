package dev.tidemark.standalone.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A coordinator, asked and told over HTTP. */
final class CoordinatorApi {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Duration ANSWER = Duration.ofSeconds(15);

  private final URI address;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(2))
          .build();

  CoordinatorApi(URI address) {
    this.address = address;
  }

  /** The names of the partitions that stand so, or of all if none is named. */
  List<String> partitions(List<String> standings) throws IOException, InterruptedException {
    HttpResponse<String> answer = http.send(get(partitions()).build(), BodyHandlers.ofString());
    if (answer.statusCode() != 200) {
      throw new IOException("partitions: " + answer.statusCode() + " " + answer.body());
    }
    List<String> found = new ArrayList<>();
    for (JsonNode each : JSON.readTree(answer.body()).path("partitions")) {
      if (standings.isEmpty() || standings.contains(each.path("standing").asText())) {
        found.add(each.path("partition").asText());
      }
    }
    return found;
  }

  /**
   * Does something to a partition.
   *
   * @throws IOException if it was not done, whatever the reason
   */
  void tell(String verb, String partition) throws IOException, InterruptedException {
    HttpRequest request =
        get(partitions() + "/" + partition + "/" + verb)
            .header("Authorization", "Bearer " + ClusterConfig.TOKEN)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString("{\"reason\":\"the fault suite\"}"))
            .build();
    HttpResponse<String> answer = http.send(request, BodyHandlers.ofString());
    if (answer.statusCode() != 200) {
      throw new IOException(
          verb + " " + partition + ": " + answer.statusCode() + " " + answer.body());
    }
  }

  /** Whether it says of itself that it does its work. */
  boolean isWell() throws IOException, InterruptedException {
    return http.send(get("/health").build(), BodyHandlers.discarding()).statusCode() == 200;
  }

  private static String partitions() {
    return "/api/v1/datasets/" + ClusterConfig.DATASET + "/partitions";
  }

  private HttpRequest.Builder get(String path) {
    return HttpRequest.newBuilder(address.resolve(path)).timeout(ANSWER);
  }
}
