package dev.tidemark.batch.process;

import java.util.Arrays;

/** Members of a {@link JsonLine}, in the order in which they stand there. */
final class Members {
  private int[] members = new int[32];
  private int count;

  void clear() {
    count = 0;
  }

  void add(int member) {
    if (count == members.length) {
      members = Arrays.copyOf(members, 2 * count);
    }
    // Nearly always it is the last.
    int at = count++;
    while (at > 0 && members[at - 1] > member) {
      members[at] = members[at - 1];
      at--;
    }
    members[at] = member;
  }

  int count() {
    return count;
  }

  int get(int i) {
    return members[i];
  }
}
