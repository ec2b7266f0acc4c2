package dev.tidemark.batch.process;

import java.io.ByteArrayOutputStream;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * Entries of events that have ids, a fixed number of bytes each, and which of them share one. Made
 * of pieces that other tasks wrote.
 */
final class IdTable {
  private static final int ID_HIGH = 0;
  private static final int ID_LOW = 8;
  private static final int CONTENT_HIGH = 16;
  private static final int CONTENT_LOW = 24;
  private static final int OFFSET = 32;
  private static final int TOPIC_RANK = 40;
  private static final int PARTITION = 44;
  private static final int FILE = 48;
  private static final int LINE = 52;
  private static final int TYPE = 56;
  private static final int SIZE = 60;

  /** A piece of a table. */
  static final class Writer {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream(1 << 12);
    private final ByteBuffer entry = ByteBuffer.allocate(SIZE);

    /** Adds the {@code i}-th of some events. */
    void add(Parsed.Events events, int i) {
      entry.putLong(ID_HIGH, events.ids()[2 * i]);
      entry.putLong(ID_LOW, events.ids()[2 * i + 1]);
      entry.putLong(CONTENT_HIGH, events.contents()[2 * i]);
      entry.putLong(CONTENT_LOW, events.contents()[2 * i + 1]);
      entry.putLong(OFFSET, events.offsets()[i]);
      entry.putInt(TOPIC_RANK, events.input().topicRank());
      entry.putInt(PARTITION, events.input().partition());
      entry.putInt(FILE, events.input().index());
      entry.putInt(LINE, events.lines()[i]);
      entry.putInt(TYPE, events.type());
      out.write(entry.array(), 0, SIZE);
    }

    byte[] toByteArray() {
      return out.toByteArray();
    }
  }

  /**
   * An event that repeats the id of another.
   *
   * @param type its place in {@link EventTypes#withUnknown}
   * @param sameContent whether it also says the same
   */
  record Repeat(int file, int line, int type, boolean sameContent) implements Serializable {}

  private final ByteBuffer entries;
  private final int count;

  /** The entry that came last of those with the same id, by its place, plus one; 0 is none. */
  private final int[] table;

  /** The entry with the same id that came before each, plus one; 0 is none. */
  private final int[] before;

  IdTable(List<byte[]> pieces) {
    entries = ByteBuffer.allocate(Math.toIntExact(pieces.stream().mapToLong(p -> p.length).sum()));
    pieces.forEach(entries::put);
    count = entries.capacity() / SIZE;
    table = new int[Integer.highestOneBit(Math.max(1, count)) * 4];
    before = new int[count];
    for (int i = 0; i < count; i++) {
      int place = place(i);
      before[i] = table[place];
      table[place] = i + 1;
    }
  }

  /** Where the entries with the id of this one are found. */
  private int place(int entry) {
    // The other half decided which table an entry comes to.
    int place = (int) (id(entry, ID_HIGH) >>> 32) & (table.length - 1);
    while (table[place] != 0 && !hasSameId(table[place] - 1, entry)) {
      place = (place + 1) & (table.length - 1);
    }
    return place;
  }

  private long id(int entry, int half) {
    return entries.getLong(entry * SIZE + half);
  }

  private boolean hasSameId(int one, int other) {
    return id(one, ID_HIGH) == id(other, ID_HIGH) && id(one, ID_LOW) == id(other, ID_LOW);
  }

  /**
   * The repeats: of the entries with one id, all but the least by topic, Kafka partition and
   * offset.
   */
  List<Repeat> repeats() {
    List<Repeat> repeats = new ArrayList<>();
    for (int last : table) {
      if (last != 0 && before[last - 1] != 0) {
        int least = least(last);
        forEach(
            last,
            i -> {
              if (i != least) {
                repeats.add(
                    new Repeat(
                        number(i, FILE),
                        number(i, LINE),
                        number(i, TYPE),
                        hasSameContent(i, least)));
              }
            });
      }
    }
    return repeats;
  }

  private void forEach(int last, IntConsumer action) {
    for (int at = last; at != 0; at = before[at - 1]) {
      action.accept(at - 1);
    }
  }

  private int least(int last) {
    int[] least = {last - 1};
    forEach(
        last,
        i -> {
          if (isLess(i, least[0])) {
            least[0] = i;
          }
        });
    return least[0];
  }

  private boolean isLess(int one, int other) {
    return Arrays.compare(order(one), order(other)) < 0;
  }

  private long[] order(int entry) {
    return new long[] {
      number(entry, TOPIC_RANK), number(entry, PARTITION), entries.getLong(entry * SIZE + OFFSET)
    };
  }

  private int number(int entry, int field) {
    return entries.getInt(entry * SIZE + field);
  }

  private boolean hasSameContent(int one, int other) {
    return id(one, CONTENT_HIGH) == id(other, CONTENT_HIGH)
        && id(one, CONTENT_LOW) == id(other, CONTENT_LOW);
  }
}
