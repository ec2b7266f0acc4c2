package dev.tidemark.collector.event;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * One complete JSON value of a request, compact, with what the collector needs from its top level.
 * It is a view of the request's bytes.
 */
public final class Event {
  /** Longest id that a client may choose, in Unicode characters. */
  static final int MAX_ID_LENGTH = 100;

  private static final JsonFactory JSON = new JsonFactory();
  private static final byte[] MESSAGE_ID = "messageId".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] EVENT_ID = "event_id".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] WRITE_KEY = "writeKey".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] TYPE = "type".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] BATCH = "batch".getBytes(StandardCharsets.US_ASCII);

  private final byte[] bytes;
  private final int from;
  private int to;
  private String messageId;
  private String eventId;
  private String writeKey;
  private boolean hasType;
  private String impliedType;
  private int batchKeyFrom = -1;
  private int batchFrom = -1;

  Event(byte[] bytes, int from) {
    this.bytes = bytes;
    this.from = from;
    this.to = from;
  }

  /** Reads one value of any kind; what stands behind it is not looked at. */
  public static Event of(byte[] json) throws UnacceptableException {
    byte[] bytes = json.clone();
    return new JsonScanner(bytes, bytes.length).value();
  }

  void endsAt(int end) {
    to = end;
  }

  /** Notes a text member of the outermost object; of a repeated key the last counts. */
  void topLevelText(int keyFrom, int keyTo, boolean keyHasEscape, int textFrom, int textTo) {
    if (isKey(MESSAGE_ID, keyFrom, keyTo, keyHasEscape)) {
      messageId = text(textFrom, textTo);
    } else if (isKey(EVENT_ID, keyFrom, keyTo, keyHasEscape)) {
      eventId = text(textFrom, textTo);
    } else if (isKey(WRITE_KEY, keyFrom, keyTo, keyHasEscape)) {
      writeKey = text(textFrom, textTo);
    }
  }

  /** Notes a key of the outermost object. */
  void topLevelKey(int keyFrom, int keyTo, boolean hasEscape) {
    hasType |= isKey(TYPE, keyFrom, keyTo, hasEscape);
  }

  /** Notes an array in the outermost object; of a repeated key the last counts. */
  void topLevelArray(int keyFrom, int keyTo, boolean keyHasEscape, int arrayFrom) {
    if (isKey(BATCH, keyFrom, keyTo, keyHasEscape)) {
      batchKeyFrom = keyFrom - 1;
      batchFrom = arrayFrom;
    }
  }

  /** Gives an object that does not say its {@code type} the one that its client implied. */
  void implyType(String type) {
    impliedType = hasType || !isObject() || isEmptyObject() ? null : type;
  }

  /** Where the array {@code batch} begins, -1 if there is none. */
  int batchFrom() {
    return batchFrom;
  }

  /** What stands beside {@code batch}, which ends before {@code batchEnd}. */
  BatchMembers besideBatch(int batchEnd) throws UnacceptableException {
    return BatchMembers.around(bytes, from, batchKeyFrom, batchEnd, to);
  }

  /** Where the compact text ends in the request's bytes. */
  int end() {
    return to;
  }

  /** The client's own id: {@code messageId}, else {@code event_id}, if it can be used as one. */
  public Optional<String> clientId() {
    return Optional.ofNullable(messageId)
        .filter(Event::isUsable)
        .or(() -> Optional.ofNullable(eventId).filter(Event::isUsable));
  }

  public Optional<String> writeKey() {
    return Optional.ofNullable(writeKey);
  }

  /** Bytes of the compact text. */
  public int size() {
    return to - from;
  }

  /** The compact text as it goes to Kafka, copied. */
  public byte[] toBytes() {
    JsonBuffer buffer = new JsonBuffer(size());
    appendTo(buffer);
    return buffer.toBytes();
  }

  /** At most the first {@code most} bytes of the compact text; no character is cut. */
  String start(int most) {
    byte[] text = toBytes();
    return new String(
        text, 0, Utf8.wholeEnd(text, Math.min(most, text.length)), StandardCharsets.UTF_8);
  }

  boolean isObject() {
    return bytes[from] == '{';
  }

  boolean isEmptyObject() {
    return isObject() && size() == 2;
  }

  void appendTo(JsonBuffer buffer) {
    if (impliedType == null) {
      buffer.raw(bytes, from, to);
    } else {
      buffer.raw("{\"type\":").string(impliedType).raw(",").raw(bytes, from + 1, to);
    }
  }

  private boolean isKey(byte[] name, int keyFrom, int keyTo, boolean hasEscape) {
    if (hasEscape) {
      return text(keyFrom, keyTo).equals(new String(name, StandardCharsets.US_ASCII));
    }
    return keyTo - keyFrom == name.length
        && Arrays.equals(bytes, keyFrom, keyTo, name, 0, name.length);
  }

  private boolean hasEscape(int start, int end) {
    for (int i = start; i < end; i++) {
      if (bytes[i] == '\\') {
        return true;
      }
    }
    return false;
  }

  private String text(int start, int end) {
    if (!hasEscape(start, end)) {
      return new String(bytes, start, end - start, StandardCharsets.UTF_8);
    }
    // The quotes around it belong to the text that the parser reads.
    try (JsonParser parser = JSON.createParser(bytes, start - 1, end - start + 2)) {
      return parser.nextTextValue();
    } catch (IOException e) {
      throw new UncheckedIOException("A string that was scanned can be read", e);
    }
  }

  private static boolean isUsable(String id) {
    return !id.isBlank() && id.codePointCount(0, id.length()) <= MAX_ID_LENGTH;
  }
}
