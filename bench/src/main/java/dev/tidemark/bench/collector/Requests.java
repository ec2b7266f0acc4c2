package dev.tidemark.bench.collector;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.tidemark.bench.landing.Event;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Whole requests as they go over the wire, made beforehand; only the ids of their events, which
 * count up, are written when a request is sent.
 */
public final class Requests {
  /** Bytes of all distinct requests together, roughly: they should not live in the cache. */
  private static final int POOL_BYTES = 4 << 20;

  private static final int EVENT_BYTES = 400;
  private static final byte[] ID_BEFORE = "{\"event_id\":\"".getBytes(US_ASCII);

  /** The last of the 36 characters of an event's id. */
  private static final int DIGITS_FROM = ID_BEFORE.length + 24;

  private static final int DIGITS = 12;

  /** A request, and where in it the digits of each event's number stand. */
  private static final class Template {
    private final byte[] bytes;
    private final int[] digits;

    Template(byte[] bytes, int[] digits) {
      this.bytes = bytes;
      this.digits = digits;
    }
  }

  private final int events;
  private final List<Template> pool = new ArrayList<>();
  private final int largest;
  private int next;

  /** What stands in a request. */
  @FunctionalInterface
  public interface Text {
    /** The JSON of an event, which begins as those of {@link Event#json} do. */
    byte[] of(long number);
  }

  private Requests(int events, String key, int distinct, Text text) {
    this.events = events;
    int most = 0;
    for (int i = 0; i < distinct; i++) {
      Template template = template(events, key, i, text);
      pool.add(template);
      most = Math.max(most, template.bytes.length);
    }
    this.largest = most;
  }

  /** Requests of that many events. */
  static Requests of(int events, String key) {
    return of(events, key, number -> Event.json(number, Instant.EPOCH.plusMillis(number)));
  }

  /** The same, of other events. */
  public static Requests of(int events, String key, Text text) {
    return new Requests(events, key, POOL_BYTES / (EVENT_BYTES * events), text);
  }

  private static Template template(int events, String key, int index, Text text) {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    int[] digits = new int[events];
    for (int i = 0; i < events; i++) {
      if (events > 1) {
        body.write(i == 0 ? '[' : ',');
      }
      digits[i] = body.size() + DIGITS_FROM;
      long number = (long) index * events + i;
      body.writeBytes(text.of(number));
    }
    if (events > 1) {
      body.write(']');
    }
    byte[] head = head(key, body.size());
    for (int i = 0; i < events; i++) {
      digits[i] += head.length;
    }
    ByteArrayOutputStream request = new ByteArrayOutputStream();
    request.writeBytes(head);
    request.writeBytes(body.toByteArray());
    return new Template(request.toByteArray(), digits);
  }

  private static byte[] head(String key, int length) {
    return String.join(
            "\r\n",
            "POST /v1/events HTTP/1.1",
            "Host: collector.example",
            "User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0",
            "Origin: " + CollectorProgram.ORIGIN,
            "X-Write-Key: " + key,
            "Content-Type: application/json",
            "Content-Length: " + length,
            "",
            "")
        .getBytes(US_ASCII);
  }

  /** Events of each. */
  int events() {
    return events;
  }

  /** Bytes of the largest. */
  int largest() {
    return largest;
  }

  /**
   * Writes the next request; its events' ids end with {@code sequence} and the numbers after it.
   */
  void write(ByteBuffer out, long sequence) {
    Template template = pool.get(next);
    next = (next + 1) % pool.size();
    int start = out.position();
    out.put(template.bytes);
    for (int i = 0; i < events; i++) {
      long rest = sequence + i;
      for (int at = template.digits[i] + DIGITS - 1; at >= template.digits[i]; at--) {
        out.put(start + at, (byte) ('0' + rest % 10));
        rest /= 10;
      }
    }
  }

  /** The number in the id of an event, taken from a record's value. */
  static long sequence(byte[] value) {
    // In the collector's envelope the id comes first too.
    return Long.parseLong(new String(value, DIGITS_FROM, DIGITS, US_ASCII));
  }
}
