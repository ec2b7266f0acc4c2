package dev.tidemark.collector.rejected;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.tidemark.collector.event.Envelope;
import dev.tidemark.collector.event.Event;
import dev.tidemark.collector.event.EventReader;
import dev.tidemark.collector.event.UnacceptableException;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A record of the topic of rejected events, as {@link Envelope#aroundRejected} makes it. Anything
 * else in the topic is one too, with the code {@value #UNREADABLE}.
 */
public final class RejectedEvent {
  static final String UNREADABLE = "unreadable";

  private static final JsonFactory JSON = new JsonFactory();
  private static final String EVENT = "event";

  private final long offset;
  private final long timestamp;
  private final byte[] value;
  private final Map<String, String> texts;
  private final byte[] event;

  private RejectedEvent(
      long offset, long timestamp, byte[] value, Map<String, String> texts, byte[] event) {
    this.offset = offset;
    this.timestamp = timestamp;
    this.value = value;
    this.texts = texts;
    this.event = event;
  }

  /**
   * Reads a record.
   *
   * @param timestamp when the event was received, in milliseconds
   */
  static RejectedEvent read(long offset, long timestamp, byte[] value) {
    Map<String, String> texts = new HashMap<>();
    byte[] event = null;
    try (JsonParser json = JSON.createParser(value)) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        return new RejectedEvent(offset, timestamp, value, Map.of(), null);
      }
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String name = json.currentName();
        JsonToken token = json.nextToken();
        int from = (int) json.currentTokenLocation().getByteOffset();
        json.skipChildren();
        if (name.equals(EVENT)) {
          json.finishToken();
          event = Arrays.copyOfRange(value, from, (int) json.currentLocation().getByteOffset());
        } else if (token == JsonToken.VALUE_STRING) {
          texts.put(name, json.getText());
        }
      }
    } catch (IOException e) {
      return new RejectedEvent(offset, timestamp, value, Map.of(), null);
    }
    return new RejectedEvent(offset, timestamp, value, texts, event);
  }

  /** Which kind of problem it had. */
  public String code() {
    return texts.getOrDefault("code", UNREADABLE);
  }

  public String reason() {
    return texts.getOrDefault("reason", "not written by a collector");
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
    if (event == null || eventId().isEmpty()) {
      return Optional.empty();
    }
    try {
      Instant received = Instant.parse(texts.getOrDefault("received_at", ""));
      Event read = reader.one(event.clone(), event.length).all().get(0);
      Envelope envelope =
          new Envelope(received, source(), texts.get("ip"), texts.get("user_agent"));
      return reader.problem(read).isPresent()
          ? Optional.empty()
          : Optional.of(envelope.around(read, eventId()));
    } catch (UnacceptableException | DateTimeException e) {
      return Optional.empty();
    }
  }
}
