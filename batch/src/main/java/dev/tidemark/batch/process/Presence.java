package dev.tidemark.batch.process;

import java.io.IOException;
import java.util.Arrays;
import org.apache.parquet.bytes.ByteBufferAllocator;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.values.rle.RunLengthBitPackingHybridEncoder;

/**
 * Which values of a page are there: what Parquet calls definition levels, of a column that is no
 * list and in none.
 */
final class Presence {
  private static final int GROUP = 7;
  private static final int MORE = 0x80;

  private final boolean isRequired;
  private final ByteBufferAllocator allocator;

  /** Of values that are there and of those that are not, in turn, beginning with the former. */
  private int[] runs = new int[16];

  private int run;
  private int count;
  private int nulls;

  /**
   * Of no page yet.
   *
   * @param isRequired a column of which all values are there, so that nothing is written about it
   */
  Presence(boolean isRequired, ByteBufferAllocator allocator) {
    this.isRequired = isRequired;
    this.allocator = allocator;
  }

  void add(boolean isThere) {
    boolean runIsThere = (run & 1) == 0;
    if (isThere != runIsThere) {
      if (++run == runs.length) {
        runs = Arrays.copyOf(runs, 2 * run);
      }
    }
    runs[run]++;
    count++;
    if (!isThere) {
      nulls++;
    }
  }

  int count() {
    return count;
  }

  int nulls() {
    return nulls;
  }

  @SuppressWarnings("deprecation") // as Parquet's own writer calls nothing at all
  Encoding encoding() {
    return isRequired ? Encoding.BIT_PACKED : Encoding.RLE;
  }

  /** Ends a page: adds what there is to say, and begins the next. */
  void endPage(PageBytes page) throws IOException {
    if (!isRequired) {
      if (nulls == 0 || nulls == count) {
        one(page);
      } else {
        mixed(page);
      }
    }
    Arrays.fill(runs, 0, run + 1, 0);
    run = 0;
    count = 0;
    nulls = 0;
  }

  /** All the same: twice their number, in groups of seven bits, and the level. */
  private void one(PageBytes page) {
    int header = count << 1;
    int groups = (Integer.SIZE - Integer.numberOfLeadingZeros(header) + GROUP - 1) / GROUP;
    page.four(groups + 1);
    int rest = header;
    while (rest >= MORE) {
      page.write(rest | MORE);
      rest >>>= GROUP;
    }
    page.write(rest);
    page.write(nulls == 0 ? 1 : 0);
  }

  private void mixed(PageBytes page) throws IOException {
    try (RunLengthBitPackingHybridEncoder levels =
        new RunLengthBitPackingHybridEncoder(1, 64, 1 << 16, allocator)) {
      for (int i = 0; i <= run; i++) {
        for (int n = runs[i]; n > 0; n--) {
          levels.writeInt(1 - (i & 1));
        }
      }
      BytesInput bytes = levels.toBytes();
      page.four((int) bytes.size());
      bytes.writeAllTo(page);
    }
  }
}
