package dev.tidemark.ingest.sink;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class LineFeedsTest {
  @Test
  void line_feeds_of_the_range_become_spaces_and_no_other_byte_changes() {
    Random random = new Random(13);
    for (int round = 0; round < 20_000; round++) {
      byte[] bytes = new byte[random.nextInt(100)];
      for (int i = 0; i < bytes.length; i++) {
        // Neighbours of the line feed, with and without the high bit, are what could be mistaken.
        bytes[i] = (byte) (random.nextInt(8) == 0 ? 8 + random.nextInt(5) : random.nextInt());
      }
      int start = random.nextInt(bytes.length + 1);
      int end = start + random.nextInt(bytes.length - start + 1);
      byte[] expected = bytes.clone();
      for (int i = start; i < end; i++) {
        expected[i] = bytes[i] == 10 ? 32 : bytes[i];
      }
      LineFeeds.toSpaces(bytes, start, end);
      assertThat(bytes).as("round %s, [%s, %s)", round, start, end).isEqualTo(expected);
    }
  }
}
