package dev.tidemark.ingest.sink;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.landing.fs.MemoryFileSystem;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("locale")
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
        "a\u2028b",
        "12345678",
        "1234567\n",
        "\n2345678",
        "123\n56789\n\n\n",
        "\u000b\u0009\n\u008a\u010a"
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

  @Test
  void a_value_may_stand_anywhere_in_a_larger_array_which_stays_as_it_is() throws IOException {
    MemoryFileSystem files = new MemoryFileSystem();
    HourFile file = new HourFile(files, "", "f", "events", 0, Instant.EPOCH);
    byte[] page = "\n\nfirst\nsecond\n\n".getBytes(UTF_8);
    byte[] before = page.clone();
    file.append(ByteBuffer.wrap(page, 2, 12), 0, 0);
    file.append(ByteBuffer.wrap(page, 0, 0), 1, 0);
    file.append(ByteBuffer.wrap(page, 8, 6), 2, 0);
    file.close();
    assertThat(new String(files.read("/f"), UTF_8)).isEqualTo("first second\n\nsecond\n");
    assertThat(page).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 1})
  void values_around_and_beyond_the_size_of_the_buffer_are_whole(int more) throws IOException {
    MemoryFileSystem files = new MemoryFileSystem();
    HourFile file = new HourFile(files, "", "f", "events", 0, Instant.EPOCH);
    StringBuilder expected = new StringBuilder();
    for (int length : new int[] {1, (1 << 18) - 2 + more, 5, 3 * (1 << 18) + more, 0}) {
      String value = "x".repeat(length);
      file.append(ByteBuffer.wrap(value.getBytes(UTF_8)), expected.length(), 0);
      expected.append(value).append('\n');
    }
    TaskCommit.WrittenFile written = file.close();
    assertThat(new String(files.read("/f"), UTF_8)).isEqualTo(expected.toString());
    assertThat(written.bytes()).isEqualTo(expected.length());
  }
}
