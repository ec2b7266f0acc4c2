package dev.tidemark.coordinator.api;

import static dev.tidemark.coordinator.api.ServedWorld.EVENTS;
import static dev.tidemark.coordinator.api.ServedWorld.json;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemark.coordinator.LineProcessing;
import dev.tidemark.landing.LandingZone;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.fs.MemoryFileSystem;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.Base64;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Lines that could not be processed, whatever is in them. */
class QuarantineRowsTest {
  private static final String HOSTILE = "!</script><b>\u0000\u001b[2J\u2028\"'\\ ü 😀";

  private final MemoryFileSystem files = new MemoryFileSystem();
  private final ServedWorld served =
      new ServedWorld(List.of(), "127.0.0.1", files, UnaryOperator.identity());

  @AfterEach
  void stop() {
    served.close();
  }

  private JsonNode got(String query) {
    HttpResponse<String> response = served.get(EVENTS + "/quarantine/rows" + query);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    assertThat(response.headers().firstValue("Content-Type")).contains("application/json");
    return json(response);
  }

  private void publish(String partition, String... lines) {
    served.world.lands(partition, lines);
  }

  private void done() {
    served.world.watermarkReaches("2026-08-22T13:06:00Z").coordinatorTicks();
  }

  @Test
  void a_line_is_told_with_its_reason_and_where_it_stands() throws IOException {
    publish("2026-08-22T10", "a", HOSTILE);
    done();
    JsonNode row = got("").at("/rows/0");
    assertThat(row.get("partition").asText()).isEqualTo("2026-08-22T10");
    assertThat(row.get("reason").asText()).isEqualTo(LineProcessing.REASON);
    assertThat(row.get("raw").asText()).isEqualTo(HOSTILE);
    assertThat(row.get("line").asInt()).isEqualTo(2);
    assertThat(row.get("kafka_topic").asText()).isEqualTo("events");
    assertThat(row.get("file").asText()).startsWith("archive/dt=2026-08-22/hr=10/gen=0/");
    assertThat(files.stat(row.get("file").asText())).isPresent();
    assertThat(row.get("cut").asBoolean()).isFalse();
    assertThat(row.get("bytes").asInt()).isEqualTo(HOSTILE.getBytes(UTF_8).length);
  }

  @Test
  void the_newest_come_first_and_what_is_left_out_is_named() {
    publish("2026-08-22T10", "!a", "!b");
    publish("2026-08-22T12", "!c", "!d", "fine");
    done();
    JsonNode two = got("?limit=2");
    assertThat(two.findValuesAsText("raw")).containsExactly("!c", "!d");
    assertThat(two.get("more_to").asText()).isEqualTo("2026-08-22T10");
    assertThat(got("?limit=3").findValuesAsText("raw")).containsExactly("!c", "!d", "!a");
    assertThat(got("?to=2026-08-22T11").findValuesAsText("raw")).containsExactly("!a", "!b");
    assertThat(got("?to=2026-08-22T11").has("more_to")).isFalse();
    assertThat(got("?reason=BEGINS").get("rows")).hasSize(4);
    assertThat(got("?reason=other").get("rows")).isEmpty();
  }

  @Test
  void a_long_line_is_cut_between_two_characters() {
    publish("2026-08-22T10", "!" + "😀".repeat(3000));
    done();
    JsonNode row = got("").at("/rows/0");
    assertThat(row.get("cut").asBoolean()).isTrue();
    assertThat(row.get("bytes").asInt()).isEqualTo(12_001);
    assertThat(row.get("raw").asText()).isEqualTo("!" + "😀".repeat(1023));
  }

  @Test
  void bytes_that_are_no_text_are_told_as_bytes() throws IOException {
    publish("2026-08-22T10", "!a");
    done();
    byte[] bytes = new byte[5000];
    java.util.Arrays.fill(bytes, (byte) 0xFF);
    String directory =
        LandingZone.published(PartitionId.parse("2026-08-22T10")) + "/" + LandingZone.QUARANTINE;
    files.deleteFile(directory + "/part-0.json");
    files.write(
        directory + "/part-0.json",
        ("{\"reason\":\"half \\ud800 pair\",\"file\":\"f\",\"line\":1,\"topic\":\"t\",\"partition\":0,"
                + "\"offset\":3,\"raw_base64\":\""
                + Base64.getEncoder().encodeToString(bytes)
                + "\"}")
            .getBytes(UTF_8));
    JsonNode row = got("").at("/rows/0");
    assertThat(row.get("reason").asText()).isEqualTo("half \uFFFD pair");
    assertThat(row.has("raw")).isFalse();
    assertThat(Base64.getDecoder().decode(row.get("raw_base64").asText()))
        .hasSize(QuarantineAnswer.MOST_BYTES);
    assertThat(row.get("cut").asBoolean()).isTrue();
  }
}
