package dev.tidemark.collector.rejected;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.tidemark.collector.event.BatchMembers;
import dev.tidemark.collector.event.Envelope;
import dev.tidemark.collector.event.Event;
import dev.tidemark.collector.event.EventReader;
import dev.tidemark.collector.event.Problem;
import dev.tidemark.collector.event.UnacceptableException;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A record of the topic of rejected events, as {@link Envelope#aroundRejected} makes it, or one
 * that is to become such a record. Anything else in the topic is one too, with the code {@value
 * #UNREADABLE}.
 */
public final class RejectedEvent {
  static final String UNREADABLE = "unreadable";

  private static final JsonFactory JSON = new JsonFactory();
  private static final String EVENT = "event";
  private static final String BATCH = "batch";

  private final long offset;
  private final long timestamp;
  private final byte[] value;
  private final Map<String, String> texts;
  private final Map<String, byte[]> objects;

  private RejectedEvent(
      long offset,
      long timestamp,
      byte[] value,
      Map<String, String> texts,
      Map<String, byte[]> objects) {
    this.offset = offset;
    this.timestamp = timestamp;
    this.value = value;
    this.texts = texts;
    this.objects = objects;
  }

  /**
   * Reads a record.
   *
   * @param timestamp when the event was received, in milliseconds
   */
  public static RejectedEvent read(long offset, long timestamp, byte[] value) {
    Map<String, String> texts = new HashMap<>();
    Map<String, byte[]> objects = new HashMap<>();
    try (JsonParser json = JSON.createParser(value)) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        return new RejectedEvent(offset, timestamp, value, Map.of(), Map.of());
      }
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String name = json.currentName();
        JsonToken token = json.nextToken();
        int from = (int) json.currentTokenLocation().getByteOffset();
        json.skipChildren();
        if (name.equals(EVENT) || name.equals(BATCH)) {
          json.finishToken();
          int to = (int) json.currentLocation().getByteOffset();
          objects.put(name, Arrays.copyOfRange(value, from, to));
        } else if (token == JsonToken.VALUE_STRING) {
          texts.put(name, json.getText());
        }
      }
    } catch (IOException e) {
      return new RejectedEvent(offset, timestamp, value, Map.of(), Map.of());
    }
    return new RejectedEvent(offset, timestamp, value, texts, objects);
  }

  /** Which kind of problem it had. */
  public String code() {
    return texts.getOrDefault("code", UNREADABLE);
  }

  public String reason() {
    return texts.getOrDefault("reason", "not written by a collector");
  }

  /** The problem that it names. */
  public Problem problem() {
    return Stream.of(Problem.Kind.values())
        .filter(kind -> kind.code().equals(code()))
        .findFirst()
        .map(kind -> new Problem(kind, reason()))
        .orElseThrow(() -> new IllegalStateException("No such problem: " + code()));
  }

  public String source() {
    return texts.getOrDefault("source", "");
  }

  public String eventId() {
    return texts.getOrDefault("event_id", "");
  }

  public long offset() {
    return offset;
  }

  public Instant receivedAt() {
    return Instant.ofEpochMilli(timestamp);
  }

  /** The record as it stands in the topic. */
  public byte[] value() {
    return value.clone();
  }

  /** Whether it would be accepted now. */
  public boolean isAcceptable(EventReader reader) {
    return accepted(reader).isPresent();
  }

  /**
   * The record that the event makes now, with the id, the source and the time of receipt that it
   * had.
   *
   * @return empty if it would be rejected again, or was too large to be kept whole
   */
  Optional<byte[]> accepted(EventReader reader) {
    byte[] event = objects.get(EVENT);
    if (event == null || eventId().isEmpty()) {
      return Optional.empty();
    }
    try {
      Event read = reader.one(event.clone(), event.length).all().get(0);
      return reader.problem(read, besideBatch()).isPresent()
          ? Optional.empty()
          : Optional.of(envelope().around(read, eventId()));
    } catch (UnacceptableException | DateTimeException e) {
      return Optional.empty();
    }
  }

  /**
   * The record of a rejected event, with the id, the source and the time of receipt of this record.
   *
   * @param maxEventBytes an event above this is not kept whole
   * @throws IllegalStateException if no collector wrote this record, or its event is not whole
   */
  public byte[] rejected(Problem problem, int maxEventBytes) {
    try {
      Event read = Event.of(objects.getOrDefault(EVENT, new byte[0]));
      return envelope().aroundRejected(read, eventId(), problem, maxEventBytes);
    } catch (UnacceptableException | DateTimeException e) {
      throw new IllegalStateException("Not the record of an event", e);
    }
  }

  private Envelope envelope() {
    Instant received = Instant.parse(texts.getOrDefault("received_at", ""));
    return new Envelope(
        received, source(), texts.get("ip"), texts.get("user_agent"), besideBatch());
  }

  private BatchMembers besideBatch() {
    return BatchMembers.of(objects.getOrDefault(BATCH, new byte[0]));
  }
}
