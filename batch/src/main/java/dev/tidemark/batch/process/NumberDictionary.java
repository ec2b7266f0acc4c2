package dev.tidemark.batch.process;

import java.util.Arrays;

/** Different numbers of at most 64 bits, each with a number from 0. */
final class NumberDictionary {
  private static final long FACTOR = 0x9E37_79B9_7F4A_7C15L;
  private static final int SMALLEST = 1 << 8;

  private long[] values = new long[SMALLEST];
  private int size;

  /** Places of values by hash, plus one; 0 is none. At least twice as many as there are values. */
  private int[] table = new int[2 * SMALLEST];

  int size() {
    return size;
  }

  long value(int number) {
    return values[number];
  }

  /** The number of a value; a new one if it was not met before. */
  int numberOf(long value) {
    int place = place(value);
    if (table[place] == 0) {
      if (size == values.length) {
        values = Arrays.copyOf(values, 2 * size);
      }
      values[size++] = value;
      table[place] = size;
      if (2 * size > table.length) {
        grow();
      }
      return size - 1;
    }
    return table[place] - 1;
  }

  private int place(long value) {
    int place = (int) ((value * FACTOR) >>> 32) & (table.length - 1);
    while (table[place] != 0 && values[table[place] - 1] != value) {
      place = (place + 1) & (table.length - 1);
    }
    return place;
  }

  private void grow() {
    table = new int[2 * table.length];
    for (int number = 0; number < size; number++) {
      table[place(values[number])] = number + 1;
    }
  }
}
