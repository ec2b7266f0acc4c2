package dev.tidemark.collector.event;

import java.util.List;
import java.util.Optional;

/**
 * What a request holds.
 *
 * @param writeKey the key that stands in the body, if one does
 * @param besideBatch what the client said once for all of them
 */
public record Events(List<Event> all, Optional<String> writeKey, BatchMembers besideBatch) {
  public Events {
    all = List.copyOf(all);
  }

  static Events of(List<Event> all) {
    return new Events(all, all.stream().findFirst().flatMap(Event::writeKey), BatchMembers.NONE);
  }
}
