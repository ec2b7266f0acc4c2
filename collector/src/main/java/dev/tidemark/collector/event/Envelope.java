package dev.tidemark.collector.event;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/**
 * What goes to Kafka around an event, one line of UTF-8 JSON; the members that all events of a
 * request share are written once.
 *
 * <pre>{"event_id":…,"received_at":…,"source":…,"ip":…,"user_agent":…,"event":{…as sent…}}</pre>
 *
 * {@code "batch"} stands after {@code "user_agent"} if the client said something beside its array
 * of events. A rejected event has {@code "code"} and {@code "reason"} before {@code "event"}. If it
 * is too large for a record, {@code "event_start"}, its beginning as text, and {@code
 * "event_bytes"}, its size, stand in the place of {@code "batch"} and {@code "event"}.
 */
public final class Envelope {
  /** How much of an event that is too large is kept, in bytes. */
  static final int START_BYTES = 64 * 1024;

  /** It is in every record of a request, so a long one would multiply. */
  static final int USER_AGENT_CHARS = 512;

  private static final byte[] EVENT_ID = "{\"event_id\":".getBytes(US_ASCII);
  private static final byte[] BATCH = ",\"batch\":".getBytes(US_ASCII);
  private static final byte[] EVENT = ",\"event\":".getBytes(US_ASCII);
  private static final byte[] END = "}".getBytes(US_ASCII);

  private final byte[] shared;
  private final BatchMembers besideBatch;

  /**
   * Begins the envelopes of one request.
   *
   * @param ip the client's address, without a name look-up; null if it is not to be kept
   * @param userAgent null if the client sent none
   */
  public Envelope(
      Instant receivedAt, String source, String ip, String userAgent, BatchMembers besideBatch) {
    this.besideBatch = besideBatch;
    JsonBuffer json = new JsonBuffer(256);
    json.raw(",\"received_at\":\"").raw(text(receivedAt)).raw("\",\"source\":");
    json.string(source).raw(",\"ip\":");
    textOrNull(json, ip).raw(",\"user_agent\":");
    textOrNull(json, userAgent == null ? null : cut(userAgent));
    shared = json.toBytes();
  }

  /** By hand: a formatter takes about a twentieth of the processor time of a request. */
  private static byte[] text(Instant time) {
    LocalDateTime utc = LocalDateTime.ofInstant(time, ZoneOffset.UTC);
    byte[] text = "0000-00-00T00:00:00.000Z".getBytes(US_ASCII);
    putDigits(text, 4, utc.getYear());
    putDigits(text, 7, utc.getMonthValue());
    putDigits(text, 10, utc.getDayOfMonth());
    putDigits(text, 13, utc.getHour());
    putDigits(text, 16, utc.getMinute());
    putDigits(text, 19, utc.getSecond());
    putDigits(text, 23, utc.getNano() / 1_000_000);
    return text;
  }

  private static void putDigits(byte[] text, int end, int number) {
    int at = end;
    for (int rest = number; rest > 0; rest /= 10) {
      at--;
      text[at] = (byte) ('0' + rest % 10);
    }
  }

  private static String cut(String userAgent) {
    return userAgent.length() <= USER_AGENT_CHARS
        ? userAgent
        : userAgent.substring(0, USER_AGENT_CHARS);
  }

  private static JsonBuffer textOrNull(JsonBuffer json, String text) {
    return text == null ? json.raw("null") : json.string(text);
  }

  public byte[] around(Event event, String eventId) {
    int besideBatchSize = besideBatch.isEmpty() ? 0 : BATCH.length + besideBatch.size();
    JsonBuffer json = begin(eventId, besideBatchSize + EVENT.length + event.size() + END.length);
    appendBesideBatch(json);
    json.raw(EVENT);
    event.appendTo(json);
    return json.raw(END).toBytes();
  }

  private void appendBesideBatch(JsonBuffer json) {
    if (!besideBatch.isEmpty()) {
      json.raw(BATCH);
      besideBatch.appendTo(json);
    }
  }

  /**
   * The envelope of an event that is not kept.
   *
   * @param maxEventBytes an event that is above this, with what stood beside its batch, is not kept
   *     whole
   */
  public byte[] aroundRejected(Event event, String eventId, Problem problem, int maxEventBytes) {
    JsonBuffer json = begin(eventId, Math.min(event.size(), START_BYTES));
    json.raw(",\"code\":").string(problem.kind().code());
    json.raw(",\"reason\":").string(problem.reason());
    if (event.size() + besideBatch.size() <= maxEventBytes) {
      appendBesideBatch(json);
      json.raw(",\"event\":");
      event.appendTo(json);
    } else {
      json.raw(",\"event_bytes\":").raw(Integer.toString(event.size()));
      json.raw(",\"event_start\":").string(event.start(START_BYTES));
    }
    return json.raw("}").toBytes();
  }

  /** Has room for all of it, in most cases exactly: then nothing is copied at the end. */
  private JsonBuffer begin(String eventId, int more) {
    int quoted = eventId.length() + 2;
    JsonBuffer json = new JsonBuffer(EVENT_ID.length + quoted + shared.length + more);
    return json.raw(EVENT_ID).string(eventId).raw(shared);
  }
}
