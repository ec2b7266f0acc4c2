package dev.tidemark.ingest.sink;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.landing.fs.MemoryFileSystem;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HourFileTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "\n",
        "\n\n",
        "a",
        "a\n",
        "\na",
        "a\nb",
        "a\r\nb",
        "\r",
        "Zoë\n日本",
        "a\u2028b"
      })
  void every_value_is_one_line(String value) throws IOException {
    MemoryFileSystem files = new MemoryFileSystem();
    HourFile file = new HourFile(files, "", "f", "events", 3, Instant.EPOCH);
    byte[] bytes = value.getBytes(UTF_8);
    file.append(ByteBuffer.wrap(bytes), 0, 5);
    file.append(ByteBuffer.wrap(bytes), 1, 4);
    TaskCommit.WrittenFile written = file.close();
    String line = value.replace('\n', ' ') + "\n";
    assertThat(new String(files.read("/f"), UTF_8)).isEqualTo(line + line);
    assertThat(bytes).as("the value itself stays").isEqualTo(value.getBytes(UTF_8));
    assertThat(written.rows()).isEqualTo(2);
    assertThat(written.bytes()).isEqualTo(2L * line.getBytes(UTF_8).length);
    assertThat(written.minTime()).isEqualTo(4);
    assertThat(written.maxTime()).isEqualTo(5);
    assertThat(written.topic()).isEqualTo("events");
    assertThat(written.partition()).isEqualTo(3);
  }
}
