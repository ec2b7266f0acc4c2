package dev.tidemark.collector.http;

import dev.tidemark.collector.event.EventReader;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The calls of the Segment and RudderStack HTTP APIs below {@code /v1/}: six that each send one
 * event, which is of the call's type unless it says otherwise, and three names of one that sends
 * many.
 */
final class SdkCalls {
  private static final Map<String, String> TYPE_BY_CALL =
      Map.ofEntries(
          Map.entry("track", "track"),
          Map.entry("t", "track"),
          Map.entry("page", "page"),
          Map.entry("p", "page"),
          Map.entry("screen", "screen"),
          Map.entry("s", "screen"),
          Map.entry("identify", "identify"),
          Map.entry("i", "identify"),
          Map.entry("group", "group"),
          Map.entry("g", "group"),
          Map.entry("alias", "alias"),
          Map.entry("a", "alias"));

  private static final Set<String> BATCH = Set.of("batch", "import", "b");
  private static final Set<String> PIXEL = Set.of("track", "page");

  private final Map<String, Intake.Cut> cuts = new HashMap<>();

  SdkCalls(EventReader reader) {
    TYPE_BY_CALL.forEach(
        (call, type) -> cuts.put(call, (body, length) -> reader.typed(type, body, length)));
    BATCH.forEach(call -> cuts.put(call, reader::batch));
  }

  Set<String> posted() {
    return cuts.keySet();
  }

  Set<String> pixels() {
    return PIXEL;
  }

  /** How a call's body is read; empty if there is no such call. */
  Optional<Intake.Cut> post(String call) {
    return Optional.ofNullable(cuts.get(call));
  }

  /** The same for a call by pixel. */
  Optional<Intake.Cut> pixel(String call) {
    return PIXEL.contains(call) ? post(call) : Optional.empty();
  }
}
