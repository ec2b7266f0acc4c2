package dev.tidemark.batch.process;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.apache.parquet.io.api.Binary;

/** Different texts, each with a number from 0. A text is found by eight of its bytes at a time. */
final class TextDictionary {
  private static final VarHandle EIGHT =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long FACTOR = 0x9E37_79B9_7F4A_7C15L;
  private static final int SMALLEST = 1 << 8;

  /** The texts one after the other, and where each ends. */
  private byte[] texts = new byte[1 << 12];

  private int[] ends = new int[SMALLEST];
  private int[] hashes = new int[SMALLEST];
  private int size;

  /** Places of texts by hash, plus one; 0 is none. At least twice as many as there are texts. */
  private int[] table = new int[2 * SMALLEST];

  /** The one that was asked for last, for often it is asked for again. */
  private int last;

  int size() {
    return size;
  }

  /** Of all of them as Parquet writes them. */
  long bytes() {
    return size == 0 ? 0 : (long) Integer.BYTES * size + ends[size - 1];
  }

  /** The number of the text that stands in these bytes; a new one if it was not met before. */
  int numberOf(byte[] bytes, int from, int length) {
    if (last < size && isText(last, bytes, from, length)) {
      return last;
    }
    int hash = hash(bytes, from, length);
    int place = hash & (table.length - 1);
    while (table[place] != 0) {
      int number = table[place] - 1;
      if (hashes[number] == hash && isText(number, bytes, from, length)) {
        last = number;
        return number;
      }
      place = (place + 1) & (table.length - 1);
    }
    table[place] = size + 1;
    add(bytes, from, length, hash);
    last = size - 1;
    return last;
  }

  private boolean isText(int number, byte[] bytes, int from, int length) {
    int begin = begin(number);
    return ends[number] - begin == length
        && Arrays.equals(texts, begin, begin + length, bytes, from, from + length);
  }

  private static int hash(byte[] bytes, int from, int length) {
    long hash = length;
    int end = from + length;
    if (length < Long.BYTES) {
      for (int at = from; at < end; at++) {
        hash = (hash << Byte.SIZE) ^ (hash >>> 56) ^ bytes[at];
      }
    } else {
      for (int at = from; at < end - Long.BYTES; at += Long.BYTES) {
        hash = (hash ^ (long) EIGHT.get(bytes, at)) * FACTOR;
        hash ^= hash >>> 32;
      }
      // Perhaps again some of those before.
      hash ^= (long) EIGHT.get(bytes, end - Long.BYTES);
    }
    hash *= FACTOR;
    return (int) (hash ^ hash >>> 32);
  }

  private int begin(int number) {
    return number == 0 ? 0 : ends[number - 1];
  }

  private void add(byte[] bytes, int from, int length, int hash) {
    int begin = begin(size);
    if (begin + length > texts.length) {
      texts = Arrays.copyOf(texts, Math.max(2 * texts.length, begin + length));
    }
    if (size == ends.length) {
      ends = Arrays.copyOf(ends, 2 * size);
      hashes = Arrays.copyOf(hashes, 2 * size);
    }
    System.arraycopy(bytes, from, texts, begin, length);
    ends[size] = begin + length;
    hashes[size] = hash;
    size++;
    if (2 * size > table.length) {
      grow();
    }
  }

  private void grow() {
    table = new int[2 * table.length];
    for (int number = 0; number < size; number++) {
      int place = hashes[number] & (table.length - 1);
      while (table[place] != 0) {
        place = (place + 1) & (table.length - 1);
      }
      table[place] = number + 1;
    }
  }

  /** As Parquet compares texts: byte by byte, without a sign. */
  int compare(int one, int other) {
    return Arrays.compareUnsigned(texts, begin(one), ends[one], texts, begin(other), ends[other]);
  }

  /** A copy. */
  Binary text(int number) {
    return Binary.fromConstantByteArray(Arrays.copyOfRange(texts, begin(number), ends[number]));
  }

  /** Adds a text as Parquet writes it. */
  void write(int number, PageBytes out) {
    int begin = begin(number);
    out.text(texts, begin, ends[number] - begin);
  }
}
