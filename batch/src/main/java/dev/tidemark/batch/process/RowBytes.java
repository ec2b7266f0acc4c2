package dev.tidemark.batch.process;

import java.util.Arrays;
import org.apache.spark.unsafe.Platform;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Output rows as bytes, one after the other, from the parser to the file. A row begins with what it
 * is sorted by, at the places that are named here; {@link #NO_TIME} stands for no event time. The
 * values of its other columns follow in their order: a text as its length plus one, in groups of
 * seven bits, and its bytes; texts as their number and each; a number or truth value as a byte that
 * is not 0, and eight bytes. A 0 alone is null.
 *
 * <p>Filled by {@link EventRows}, read by {@link RowCursor}.
 */
final class RowBytes {
  static final int EVENT_TIME = 0;
  static final int TOPIC_RANK = 8;
  static final int PARTITION = 12;
  static final int OFFSET = 16;
  static final int VALUES = 24;

  /** Less than any event time. */
  static final long NO_TIME = Long.MIN_VALUE;

  static final int MORE = 0x80;
  static final int GROUP = 7;

  private byte[] bytes = new byte[1 << 16];
  private int length;

  int length() {
    return length;
  }

  byte[] toByteArray() {
    return Arrays.copyOf(bytes, length);
  }

  void clear() {
    length = 0;
  }

  void begin(long eventTime, int topicRank, int partition, long offset) {
    reserve(VALUES);
    long row = Platform.BYTE_ARRAY_OFFSET + (long) length;
    Platform.putLong(bytes, row + EVENT_TIME, eventTime);
    Platform.putInt(bytes, row + TOPIC_RANK, topicRank);
    Platform.putInt(bytes, row + PARTITION, partition);
    Platform.putLong(bytes, row + OFFSET, offset);
    length += VALUES;
  }

  /** Null is taken too, as with the others. */
  void text(UTF8String text) {
    if (text == null) {
      count(0);
      return;
    }
    int size = text.numBytes();
    count(size + 1);
    reserve(size);
    text.writeToMemory(bytes, Platform.BYTE_ARRAY_OFFSET + length);
    length += size;
  }

  void number(Long number) {
    if (number == null) {
      count(0);
    } else {
      eight(number);
    }
  }

  void decimal(Double number) {
    if (number == null) {
      count(0);
    } else {
      eight(Double.doubleToRawLongBits(number));
    }
  }

  void truth(Boolean value) {
    if (value == null) {
      count(0);
    } else {
      eight(value ? 1 : 0);
    }
  }

  private void eight(long value) {
    reserve(1 + Long.BYTES);
    bytes[length++] = 1;
    Platform.putLong(bytes, Platform.BYTE_ARRAY_OFFSET + length, value);
    length += Long.BYTES;
  }

  /** A number that is not negative. */
  void count(int number) {
    reserve(Integer.BYTES + 1);
    int rest = number;
    while (rest >= MORE) {
      bytes[length++] = (byte) (rest | MORE);
      rest >>>= GROUP;
    }
    bytes[length++] = (byte) rest;
  }

  private void reserve(int more) {
    if (length + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
    }
  }
}
