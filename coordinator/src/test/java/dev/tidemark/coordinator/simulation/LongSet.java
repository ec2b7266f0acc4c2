package dev.tidemark.coordinator.simulation;

/** Many numbers that are as good as random, in little memory. Zero counts as in it. */
final class LongSet {
  private long[] slots = new long[1 << 12];
  private int size;

  /** Whether it was not in the set before. */
  boolean add(long number) {
    if (contains(number)) {
      return false;
    }
    if (++size > slots.length / 2) {
      long[] old = slots;
      slots = new long[2 * old.length];
      for (long known : old) {
        slots[slot(known)] = known;
      }
    }
    slots[slot(number)] = number;
    return true;
  }

  boolean contains(long number) {
    return slots[slot(number)] == number;
  }

  /** Where it stands, or would. */
  private int slot(long number) {
    int slot = (int) number & (slots.length - 1);
    while (slots[slot] != 0 && slots[slot] != number) {
      slot = (slot + 1) & (slots.length - 1);
    }
    return slot;
  }
}
