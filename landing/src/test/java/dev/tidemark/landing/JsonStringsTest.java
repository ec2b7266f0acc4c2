package dev.tidemark.landing;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class JsonStringsTest {
  @Test
  void every_byte_at_every_place_ends_a_run_or_does_not() {
    for (int length = 0; length <= 20; length++) {
      for (int place = 0; place < length; place++) {
        for (int b = 0; b < 256; b++) {
          byte[] bytes = new byte[length];
          Arrays.fill(bytes, (byte) 'a');
          bytes[place] = (byte) b;
          boolean ends = b < ' ' || b >= 0x80 || b == '"' || b == '\\';
          assertThat(JsonStrings.plainEnd(bytes, 0, length))
              .as("byte %s at %s of %s", b, place, length)
              .isEqualTo(ends ? place : length);
        }
      }
    }
  }

  @Test
  void the_first_of_several_ends_it_and_only_what_is_asked_for_is_looked_at() {
    byte[] bytes = "a\"\"aaaaa\\\u0001aaaaaaa\"".getBytes(US_ASCII);
    assertThat(JsonStrings.plainEnd(bytes, 0, bytes.length)).isEqualTo(1);
    assertThat(JsonStrings.plainEnd(bytes, 3, bytes.length)).isEqualTo(8);
    assertThat(JsonStrings.plainEnd(bytes, 10, bytes.length)).isEqualTo(17);
    assertThat(JsonStrings.plainEnd(bytes, 10, 15)).isEqualTo(15);
  }
}
