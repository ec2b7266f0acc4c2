package dev.tidemark.collector.event;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Arrays;

/**
 * What stands in a batch beside its array {@code batch}: {@code sentAt}, {@code context} and the
 * like, which a client library says once for all events of a request. It is kept as sent, without
 * the write key.
 */
public final class BatchMembers {
  public static final BatchMembers NONE = new BatchMembers(new byte[0]);

  private static final byte[] WRITE_KEY = "\"writeKey\"".getBytes(US_ASCII);

  private final byte[] object;

  private BatchMembers(byte[] object) {
    this.object = object;
  }

  /**
   * Takes them out of a compact object.
   *
   * @param from where the object begins
   * @param batchKey where the quote before {@code batch} stands
   * @param batchEnd where the array ends
   * @param to where the object ends
   */
  static BatchMembers around(byte[] bytes, int from, int batchKey, int batchEnd, int to)
      throws UnacceptableException {
    JsonBuffer members = new JsonBuffer(batchKey - from + to - batchEnd);
    append(members, bytes, from + 1, batchKey);
    append(members, bytes, batchEnd, to - 1);
    byte[] all = members.toBytes();
    if (all.length == 0) {
      return NONE;
    }
    all[0] = '{';
    return new BatchMembers(
        new JsonBuffer(all.length + 1).raw(all, 0, all.length).raw("}").toBytes());
  }

  /** What {@link #toBytes} gave. */
  public static BatchMembers of(byte[] object) {
    return object.length == 0 ? NONE : new BatchMembers(object.clone());
  }

  /** Appends the members between two places, each with a comma before it. */
  private static void append(JsonBuffer members, byte[] bytes, int from, int to)
      throws UnacceptableException {
    int at = from;
    while (at < to) {
      if (bytes[at] == ',') {
        at++;
        continue;
      }
      int keyEnd = new JsonScanner(bytes, at, to).value().end();
      int end = new JsonScanner(bytes, keyEnd + 1, to).value().end();
      if (!Arrays.equals(bytes, at, keyEnd, WRITE_KEY, 0, WRITE_KEY.length)) {
        members.raw(",").raw(bytes, at, end);
      }
      at = end;
    }
  }

  public boolean isEmpty() {
    return object.length == 0;
  }

  /** Bytes that they add to the record of each event. */
  public int size() {
    return object.length;
  }

  /** The members as one JSON object, copied; without a byte if there are none. */
  public byte[] toBytes() {
    return object.clone();
  }

  void appendTo(JsonBuffer buffer) {
    buffer.raw(object, 0, object.length);
  }
}
