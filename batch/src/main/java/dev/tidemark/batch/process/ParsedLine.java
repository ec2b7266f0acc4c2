package dev.tidemark.batch.process;

import java.util.List;
import org.apache.spark.unsafe.types.UTF8String;

/** What became of a line: an event, or a reason why it is none. */
sealed interface ParsedLine {

  /** To quarantine, for one of a bounded number of reasons. */
  record Rejected(String reason) implements ParsedLine {}

  /**
   * An event, with its values as {@link SparkValue} says. What was not sent is null. Texts may be
   * parts of the line's bytes.
   *
   * @param idGiven whether the client or the collector named it, or it is named after its record
   * @param receivedAt in microseconds since 1970
   * @param values one for each of the type's columns, in their order; null where absent or not
   *     convertible
   * @param properties JSON text of all that no column took
   * @param content of the event apart from its sending time
   * @param problems optional values that did not convert
   */
  @SuppressWarnings("ArrayRecordComponent") // made for each event, and compared by nobody
  record Event(
      EventType type,
      UTF8String eventId,
      boolean idGiven,
      Long receivedAt,
      UTF8String source,
      UTF8String ip,
      UTF8String userAgent,
      Object[] values,
      UTF8String properties,
      Fingerprint content,
      List<String> problems)
      implements ParsedLine {

    Event withIp(UTF8String other) {
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
}
