package dev.tidemark.batch.process;

import java.util.Arrays;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.unsafe.Platform;

/** Collects the events of one type, of one file at a time. */
final class EventsBuilder {
  /** Bytes of rows after which a piece is full. */
  private static final int FULL = 1 << 20;

  private final int type;
  private final EventRows rows;
  private final Fingerprints fingerprints = new Fingerprints();

  private byte[] bytes = new byte[1 << 16];
  private int length;
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
    return length >= FULL;
  }

  void add(LineMapper.Place place, ParsedLine.Event event) {
    if (count == ends.length) {
      ends = Arrays.copyOf(ends, 2 * count);
      lines = Arrays.copyOf(lines, 2 * count);
      offsets = Arrays.copyOf(offsets, 2 * count);
      ids = Arrays.copyOf(ids, 4 * count);
      contents = Arrays.copyOf(contents, 4 * count);
    }
    append(rows.row(event, place.input(), place.offset()));
    ends[count] = length;
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

  private void append(UnsafeRow row) {
    int size = row.getSizeInBytes();
    if (length + size > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + size));
    }
    row.writeToMemory(bytes, Platform.BYTE_ARRAY_OFFSET + length);
    length += size;
  }

  /** What was collected since the last time. */
  Parsed.Events take(Input input) {
    Parsed.Events taken =
        new Parsed.Events(
            input,
            type,
            Arrays.copyOf(bytes, length),
            Arrays.copyOf(ends, count),
            Arrays.copyOf(lines, count),
            Arrays.copyOf(offsets, count),
            Arrays.copyOf(ids, 2 * count),
            Arrays.copyOf(contents, 2 * count));
    length = 0;
    count = 0;
    return taken;
  }
}
