package dev.tidemark.batch.process;

import org.apache.spark.unsafe.Platform;

/** Where a row of {@link RowBytes} stands. It is moved from row to row. */
final class RowPlace {
  private Object base;
  private long offset;
  private int length;

  void moveTo(Object otherBase, long otherOffset, int otherLength) {
    base = otherBase;
    offset = otherOffset;
    length = otherLength;
  }

  int length() {
    return length;
  }

  void copyTo(byte[] bytes, int at) {
    Platform.copyMemory(base, offset, bytes, Platform.BYTE_ARRAY_OFFSET + (long) at, length);
  }
}
