package dev.tidemark.batch.process;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Collection;

/**
 * The names of members that are asked for, each with a number from 0. To look a name up costs about
 * a comparison of eight bytes, however many there are.
 */
final class MemberNames {
  /** The number of a name that nobody asks for. */
  static final int OTHER = -1;

  private static final VarHandle EIGHT =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final byte[][] names;
  private final long[] heads;

  /** Numbers by hash, with room for the next where two names have the same. */
  private final int[] table;

  /** Equal names are one. */
  MemberNames(Collection<byte[]> all) {
    int places = Integer.highestOneBit(Math.max(1, all.size())) * 8;
    table = new int[places];
    Arrays.fill(table, OTHER);
    byte[][] distinct = new byte[all.size()][];
    int count = 0;
    for (byte[] name : all) {
      if (find(distinct, name) == OTHER) {
        distinct[count++] = name;
      }
    }
    names = Arrays.copyOf(distinct, count);
    heads = new long[count];
    for (int i = 0; i < count; i++) {
      heads[i] = head(names[i], 0, names[i].length);
      int place = place(heads[i], names[i].length);
      while (table[place] != OTHER) {
        place = (place + 1) & (table.length - 1);
      }
      table[place] = i;
    }
  }

  private static int find(byte[][] names, byte[] name) {
    for (int i = 0; i < names.length && names[i] != null; i++) {
      if (Arrays.equals(names[i], name)) {
        return i;
      }
    }
    return OTHER;
  }

  int count() {
    return names.length;
  }

  int numberOf(byte[] name) {
    return numberOf(name, 0, name.length);
  }

  /** The number of the name that stands in these bytes, or {@link #OTHER}. */
  int numberOf(byte[] bytes, int from, int until) {
    int length = until - from;
    long head = head(bytes, from, length);
    int place = place(head, length);
    while (table[place] != OTHER) {
      int number = table[place];
      byte[] name = names[number];
      if (heads[number] == head
          && name.length == length
          && (length <= Long.BYTES || Arrays.equals(bytes, from, until, name, 0, length))) {
        return number;
      }
      place = (place + 1) & (table.length - 1);
    }
    return OTHER;
  }

  private int place(long head, int length) {
    long hash = (head + length) * 0x9E37_79B9_7F4A_7C15L;
    return (int) (hash >>> 40) & (table.length - 1);
  }

  /** The first eight bytes of a name, or what there is of them. */
  private static long head(byte[] bytes, int from, int length) {
    if (length > 0 && from + Long.BYTES <= bytes.length) {
      long eight = (long) EIGHT.get(bytes, from);
      return length >= Long.BYTES ? eight : eight & (-1L >>> (Long.SIZE - Byte.SIZE * length));
    }
    long head = 0;
    for (int i = Math.min(length, Long.BYTES) - 1; i >= 0; i--) {
      head = head << Byte.SIZE | (bytes[from + i] & 0xFF);
    }
    return head;
  }
}
