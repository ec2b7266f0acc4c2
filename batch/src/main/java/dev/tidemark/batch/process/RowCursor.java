package dev.tidemark.batch.process;

import org.apache.parquet.io.api.Binary;
import org.apache.spark.unsafe.Platform;

/**
 * A row of {@link RowBytes}, whose values are read in turn. It is moved from row to row, and what
 * it gives holds as long as the bytes do.
 */
final class RowCursor {
  private byte[] bytes = {};
  private int row;
  private int at;
  private int textFrom;
  private int textLength;

  /** Moves to a row that begins at a place, and to its value at another. */
  void moveTo(byte[] rows, int begin, int value) {
    bytes = rows;
    row = begin;
    at = value;
  }

  /** The place of the value that is read next. */
  int nextValue() {
    return at;
  }

  long eventTime() {
    return Platform.getLong(bytes, Platform.BYTE_ARRAY_OFFSET + row + RowBytes.EVENT_TIME);
  }

  int partition() {
    return Platform.getInt(bytes, Platform.BYTE_ARRAY_OFFSET + row + RowBytes.PARTITION);
  }

  long offset() {
    return Platform.getLong(bytes, Platform.BYTE_ARRAY_OFFSET + row + RowBytes.OFFSET);
  }

  /** Whether the next value, which is no text, is there; passes a null. */
  boolean isNumber() {
    return bytes[at++] != 0;
  }

  /** The number that {@link #isNumber} found, a double as its bits, a truth value as 1 or 0. */
  long number() {
    long number = Platform.getLong(bytes, Platform.BYTE_ARRAY_OFFSET + at);
    at += Long.BYTES;
    return number;
  }

  /** Whether the next value, which is a text, is there; passes it. */
  boolean isText() {
    int length = count() - 1;
    if (length < 0) {
      return false;
    }
    textFrom = at;
    textLength = length;
    at += length;
    return true;
  }

  /** Where the text that {@link #isText} found begins, in {@link #bytes}. */
  int textFrom() {
    return textFrom;
  }

  int textLength() {
    return textLength;
  }

  byte[] bytes() {
    return bytes;
  }

  /** The next text; null if it is null. */
  Binary text() {
    return isText() ? Binary.fromReusedByteArray(bytes, textFrom, textLength) : null;
  }

  /** The next number that says how many texts, or bytes, follow. */
  int count() {
    int count = bytes[at++];
    if (count >= 0) {
      return count;
    }
    count &= RowBytes.MORE - 1;
    int shift = RowBytes.GROUP;
    byte group;
    do {
      group = bytes[at++];
      count |= (group & (RowBytes.MORE - 1)) << shift;
      shift += RowBytes.GROUP;
    } while (group < 0);
    return count;
  }
}
