package dev.tidemark.batch.process;

import java.util.Arrays;

/** Some rows of {@link RowBytes}, each of which remembers which of its values comes next. */
final class RowBatch {
  /** As many as Parquet writes, unless told otherwise, before it looks how large a page is. */
  static final int SIZE = 100;

  private final int[] begins = new int[SIZE];
  private final int[] nextValues = new int[SIZE];
  private final RowCursor row = new RowCursor();

  private byte[] bytes = new byte[1 << 16];
  private int length;
  private int count;

  /** Takes a copy. */
  void add(RowPlace place) {
    if (length + place.length() > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + place.length()));
    }
    place.copyTo(bytes, length);
    begins[count] = length;
    nextValues[count] = length + RowBytes.VALUES;
    length += place.length();
    count++;
  }

  int count() {
    return count;
  }

  boolean isFull() {
    return count == SIZE;
  }

  void clear() {
    length = 0;
    count = 0;
  }

  /** The cursor of this batch, at its next value of a row. */
  RowCursor row(int i) {
    row.moveTo(bytes, begins[i], nextValues[i]);
    return row;
  }

  /** Remembers where the cursor is, which was last moved to that row. */
  void leave(int i) {
    nextValues[i] = row.nextValue();
  }
}
