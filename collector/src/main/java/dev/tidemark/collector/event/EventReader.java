package dev.tidemark.collector.event;

import static dev.tidemark.collector.event.UnacceptableException.malformed;

import dev.tidemark.collector.event.Problem.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Cuts the bytes of a request into events, whatever its headers say: one JSON object, an array, or
 * one value a line (NDJSON). Either all of it is valid JSON or the request is refused; an event
 * that is JSON but cannot be kept has a {@link #problem} and harms no other.
 *
 * @param maxEventBytes largest event that is kept, its insignificant white space not counted
 * @param maxEvents most events of one request
 */
public record EventReader(int maxEventBytes, int maxEvents) {

  /**
   * Reads exactly one JSON object.
   *
   * @param body overwritten
   */
  public Events one(byte[] body, int length) throws UnacceptableException {
    JsonScanner scanner = new JsonScanner(body, length);
    requireFirst(scanner, "{", "one JSON object");
    Event event = scanner.value();
    if (scanner.peek() != -1) {
      throw malformed("more than one JSON object: more text at byte " + scanner.position());
    }
    return Events.of(List.of(event));
  }

  /**
   * Reads one JSON object of a kind that its client's call implies.
   *
   * @param type what the event's {@code type} is if it does not say so itself
   * @param body overwritten
   */
  public Events typed(String type, byte[] body, int length) throws UnacceptableException {
    Events one = one(body, length);
    one.all().get(0).implyType(type);
    return one;
  }

  /**
   * Reads an object whose {@code batch} is an array of events, with what else stands in it; or one
   * event, or an array.
   *
   * @param body overwritten
   */
  public Events batch(byte[] body, int length) throws UnacceptableException {
    if (new JsonScanner(body, length).peek() == '[') {
      return many(body, length);
    }
    Events one = one(body, length);
    Event outer = one.all().get(0);
    if (outer.batchFrom() < 0) {
      return one;
    }
    JsonScanner batch = new JsonScanner(body, outer.batchFrom(), outer.end());
    List<Event> events = array(batch);
    return new Events(
        events,
        one.writeKey().or(() -> Events.of(events).writeKey()),
        outer.besideBatch(batch.position()));
  }

  /**
   * Reads one object, an array of events, or NDJSON.
   *
   * @param body overwritten
   */
  public Events many(byte[] body, int length) throws UnacceptableException {
    JsonScanner scanner = new JsonScanner(body, length);
    if (scanner.peek() != '[') {
      return Events.of(lines(scanner, length));
    }
    List<Event> events = array(scanner);
    if (scanner.peek() != -1) {
      throw malformed("text after the array, at byte " + scanner.position());
    }
    return Events.of(events);
  }

  /**
   * Why an event cannot be kept.
   *
   * @param besideBatch what its record holds besides
   */
  public Optional<Problem> problem(Event event, BatchMembers besideBatch) {
    if (!event.isObject()) {
      return Optional.of(new Problem(Kind.NOT_AN_OBJECT, "not a JSON object"));
    }
    if (event.isEmptyObject()) {
      return Optional.of(new Problem(Kind.EMPTY, "an object without members"));
    }
    if (event.size() + besideBatch.size() > maxEventBytes) {
      return Optional.of(new Problem(Kind.TOO_LARGE, tooLarge(event, besideBatch)));
    }
    return Optional.empty();
  }

  private String tooLarge(Event event, BatchMembers besideBatch) {
    return "larger than "
        + maxEventBytes
        + " bytes: "
        + event.size()
        + " without white space"
        + (besideBatch.isEmpty() ? "" : ", and " + besideBatch.size() + " beside the batch");
  }

  private List<Event> array(JsonScanner scanner) throws UnacceptableException {
    List<Event> events = new ArrayList<>();
    scanner.drop();
    if (scanner.peek() == ']') {
      scanner.drop();
    } else {
      boolean more = true;
      while (more) {
        add(events, scanner.value());
        int next = scanner.peek();
        if (next != ',' && next != ']') {
          throw malformed("not valid JSON at byte " + scanner.position());
        }
        scanner.drop();
        more = next == ',';
      }
    }
    return events;
  }

  private List<Event> lines(JsonScanner scanner, int length) throws UnacceptableException {
    int first = scanner.peek();
    List<Event> events = new ArrayList<>();
    while (scanner.peek() != -1) {
      add(events, scanner.value());
      boolean newLine = scanner.skipBlank();
      if (scanner.peek() != -1 && !newLine) {
        throw malformed(
            "a second value on the same line, at byte "
                + scanner.position()
                + "; send an array, or one event a line");
      }
    }
    if (events.isEmpty()) {
      throw malformed(length == 0 ? "empty body" : "nothing but white space");
    }
    if (events.size() == 1 && first != '{') {
      throw malformed("neither a JSON object nor an array nor one event a line");
    }
    return events;
  }

  private void add(List<Event> events, Event event) throws UnacceptableException {
    if (events.size() == maxEvents) {
      throw new UnacceptableException(
          UnacceptableException.Kind.TOO_LARGE,
          "more than " + maxEvents + " events in one request");
    }
    events.add(event);
  }

  private static void requireFirst(JsonScanner scanner, String first, String what)
      throws UnacceptableException {
    int found = scanner.peek();
    if (found == -1) {
      throw malformed("empty body");
    }
    if (first.indexOf(found) < 0) {
      throw malformed("must be " + what);
    }
  }
}
