package dev.tidemark.batch.process;

import java.io.OutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.apache.parquet.bytes.BytesInput;

/** Bytes of a page, which grow. Numbers stand as Parquet has them, the least byte first. */
final class PageBytes extends OutputStream {
  private static final VarHandle FOUR =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle EIGHT =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private byte[] bytes = new byte[1 << 10];
  private int length;

  int length() {
    return length;
  }

  void clear() {
    length = 0;
  }

  /** Takes away what was added since it was so long. */
  void cutTo(int begin) {
    length = begin;
  }

  /** Holds as long as nothing is added or cleared. */
  BytesInput toInput() {
    return BytesInput.from(bytes, 0, length);
  }

  @Override
  public void write(int one) {
    reserve(1);
    bytes[length++] = (byte) one;
  }

  @Override
  public void write(byte[] from, int begin, int count) {
    reserve(count);
    System.arraycopy(from, begin, bytes, length, count);
    length += count;
  }

  void four(int number) {
    reserve(Integer.BYTES);
    FOUR.set(bytes, length, number);
    length += Integer.BYTES;
  }

  void eight(long number) {
    reserve(Long.BYTES);
    EIGHT.set(bytes, length, number);
    length += Long.BYTES;
  }

  /** A text, or other bytes, after their number. */
  void text(byte[] from, int begin, int count) {
    four(count);
    write(from, begin, count);
  }

  void add(PageBytes other) {
    write(other.bytes, 0, other.length);
  }

  private void reserve(int more) {
    if (length + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
    }
  }
}
