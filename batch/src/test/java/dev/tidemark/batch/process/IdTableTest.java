package dev.tidemark.batch.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.batch.process.IdTable.Repeat;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class IdTableTest {
  /** One event of a file: id, content, offset. */
  private record Entry(int file, int line, long id, long content, long offset) {}

  @Test
  void nothing_repeats_nothing() {
    assertThat(new IdTable(List.of()).repeats()).isEmpty();
    assertThat(new IdTable(List.of(new byte[0])).repeats()).isEmpty();
  }

  @Test
  void the_least_by_topic_partition_and_offset_is_the_event() {
    // Files 0 and 1 are of the second topic, file 2 of the first; their partitions are 0, 1, 5.
    assertThat(
            repeats(
                new Entry(0, 7, 1, 1, 30),
                new Entry(1, 8, 1, 1, 20),
                new Entry(2, 9, 1, 1, 40),
                new Entry(2, 3, 1, 2, 41)))
        .containsExactlyInAnyOrder(
            new Repeat(0, 7, 0, true), new Repeat(1, 8, 0, true), new Repeat(2, 3, 0, false));
    assertThat(repeats(new Entry(0, 1, 1, 1, 9), new Entry(0, 2, 1, 1, 8)))
        .containsExactly(new Repeat(0, 1, 0, true));
  }

  @Test
  void ids_that_share_half_their_fingerprint_are_different() {
    Parsed.Events events = events(0, List.of(new Entry(0, 0, 5, 1, 1), new Entry(0, 1, 6, 1, 2)));
    events.ids()[0] = events.ids()[2];
    IdTable.Writer writer = new IdTable.Writer();
    writer.add(events, 0);
    writer.add(events, 1);
    assertThat(new IdTable(List.of(writer.toByteArray())).repeats()).isEmpty();
  }

  @Test
  void it_finds_what_a_map_of_lists_finds() {
    Random random = new Random(5);
    for (int round = 0; round < 200; round++) {
      List<Entry> entries = new ArrayList<>();
      int count = random.nextInt(300);
      for (int i = 0; i < count; i++) {
        entries.add(
            new Entry(
                random.nextInt(3),
                i,
                1 + random.nextInt(200),
                random.nextInt(2),
                random.nextInt()));
      }
      Set<Repeat> expected = new HashSet<>();
      Map<Long, List<Entry>> byId = new HashMap<>();
      entries.forEach(e -> byId.computeIfAbsent(e.id(), id -> new ArrayList<>()).add(e));
      for (List<Entry> same : byId.values()) {
        Entry least = same.get(0);
        for (Entry e : same) {
          if (order(e) < order(least)
              || (order(e) == order(least) && e.offset() < least.offset())) {
            least = e;
          }
        }
        for (Entry e : same) {
          if (!e.equals(least)) {
            expected.add(new Repeat(e.file(), e.line(), 0, e.content() == least.content()));
          }
        }
      }
      assertThat(new HashSet<>(repeats(entries.toArray(Entry[]::new)))).isEqualTo(expected);
    }
  }

  private static int order(Entry entry) {
    return entry.file() == 2 ? 0 : 1 + entry.file();
  }

  private static List<Repeat> repeats(Entry... entries) {
    List<byte[]> pieces = new ArrayList<>();
    for (int file = 0; file < 3; file++) {
      int of = file;
      Parsed.Events events =
          events(file, List.of(entries).stream().filter(e -> e.file() == of).toList());
      IdTable.Writer writer = new IdTable.Writer();
      for (int i = 0; i < events.count(); i++) {
        writer.add(events, i);
      }
      pieces.add(writer.toByteArray());
    }
    return new IdTable(pieces).repeats();
  }

  private static Parsed.Events events(int file, List<Entry> entries) {
    int partition = file == 2 ? 5 : file;
    Input input =
        new Input(file, "f" + file, "t", file == 2 ? 0 : 1, partition, List.of(0L), List.of(1L));
    int count = entries.size();
    Parsed.Events events =
        new Parsed.Events(
            input,
            0,
            new byte[0],
            new int[count],
            new int[count],
            new long[count],
            new long[2 * count],
            new long[2 * count]);
    for (int i = 0; i < count; i++) {
      Entry e = entries.get(i);
      events.lines()[i] = e.line();
      events.offsets()[i] = e.offset();
      events.ids()[2 * i] = e.id() << 40;
      events.ids()[2 * i + 1] = e.id();
      events.contents()[2 * i + 1] = e.content();
    }
    return events;
  }
}
