package dev.tidemark.batch.process;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;

/** What became of a line: an event, or a reason why it is none. */
sealed interface ParsedLine {

  /** To quarantine, for one of a bounded number of reasons. */
  record Rejected(String reason) implements ParsedLine {}

  /**
   * An event. What was not sent is null.
   *
   * @param idGiven whether the client or the collector named it, or it is named after its record
   * @param values one for each of the type's columns, in their order; null where absent or not
   *     convertible
   * @param properties JSON text of all that no column took
   * @param content hash of the event apart from its sending time
   * @param problems optional values that did not convert
   */
  record Event(
      EventType type,
      String eventId,
      boolean idGiven,
      Instant receivedAt,
      String source,
      String ip,
      String userAgent,
      List<Object> values,
      String properties,
      Digest content,
      List<String> problems)
      implements ParsedLine {

    Event withIp(String other) {
      return new Event(
          type,
          eventId,
          idGiven,
          receivedAt,
          source,
          other,
          userAgent,
          values,
          properties,
          content,
          problems);
    }
  }

  /** A SHA-256. */
  final class Digest {
    private final byte[] bytes;

    Digest(byte[] hashed) {
      this.bytes = EventTypes.sha256(hashed);
    }

    byte[] bytes() {
      return bytes.clone();
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Digest d && Arrays.equals(bytes, d.bytes);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(bytes);
    }
  }
}
