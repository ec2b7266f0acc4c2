package dev.tidemark.landing;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.landing.log.LogRecord;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LandingJsonTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{\"version\":5,\"id\":\"a",
        "{\"version\":5} x",
        "[]",
        "{\"colour\":1}",
        "\0\0\0"
      })
  void what_cannot_be_read_is_named_with_what_mends_it(String json) {
    assertThatThrownBy(
            () ->
                LandingJson.read(
                    json.getBytes(StandardCharsets.UTF_8), LogRecord.class, "_landing/log/5.json"))
        .isInstanceOf(LandingException.NeedsOperator.class)
        .hasMessageStartingWith("_landing/log/5.json cannot be read: it is damaged, or was written")
        .hasMessageContaining("run 'tidemark repair'")
        .hasMessageNotContaining("REDACTED")
        .hasMessageNotContaining("\n");
  }
}
