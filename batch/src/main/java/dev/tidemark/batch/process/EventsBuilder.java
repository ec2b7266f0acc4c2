package dev.tidemark.batch.process;

import java.util.Arrays;

/** Collects the events of one type, of one file at a time. */
final class EventsBuilder {
  /**
   * Bytes of rows after which a piece is full. An array of half a megabyte or more is taken apart
   * from others by Java's default collector, in whole regions of its own.
   */
  private static final int FULL = 3 << 17;

  private final int type;
  private final EventRows rows;
  private final RowBytes bytes = new RowBytes();
  private final Fingerprints fingerprints = new Fingerprints();

  private int count;
  private int[] ends = new int[256];
  private int[] lines = new int[256];
  private long[] offsets = new long[256];
  private long[] ids = new long[512];
  private long[] contents = new long[512];

  EventsBuilder(EventTypes types, EventType type) {
    this.type = types.withUnknown().indexOf(type);
    this.rows = new EventRows(type);
  }

  boolean isEmpty() {
    return count == 0;
  }

  boolean isFull() {
    return bytes.length() >= FULL;
  }

  void add(LineMapper.Place place, ParsedLine.Event event) {
    if (count == ends.length) {
      ends = Arrays.copyOf(ends, 2 * count);
      lines = Arrays.copyOf(lines, 2 * count);
      offsets = Arrays.copyOf(offsets, 2 * count);
      ids = Arrays.copyOf(ids, 4 * count);
      contents = Arrays.copyOf(contents, 4 * count);
    }
    rows.add(event, place.input(), place.offset(), bytes);
    ends[count] = bytes.length();
    lines[count] = place.line();
    offsets[count] = place.offset();
    ids[2 * count] = 0;
    ids[2 * count + 1] = 0;
    if (event.idGiven()) {
      put(ids, fingerprints.of(event.source(), event.eventId()));
    }
    put(contents, event.content());
    count++;
  }

  private void put(long[] all, Fingerprint one) {
    all[2 * count] = one.high();
    all[2 * count + 1] = one.low();
  }

  /** What was collected since the last time. */
  Parsed.Events take(Input input) {
    Parsed.Events taken =
        new Parsed.Events(
            input,
            type,
            bytes.toByteArray(),
            Arrays.copyOf(ends, count),
            Arrays.copyOf(lines, count),
            Arrays.copyOf(offsets, count),
            Arrays.copyOf(ids, 2 * count),
            Arrays.copyOf(contents, 2 * count));
    bytes.clear();
    count = 0;
    return taken;
  }
}
