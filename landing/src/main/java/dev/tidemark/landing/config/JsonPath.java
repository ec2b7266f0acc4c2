package dev.tidemark.landing.config;

import java.io.Serializable;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The place of a value in a JSON object: the members on the way to it, as {@code
 * $.event.timestamp}.
 *
 * @param members at least one; a name holds no dot and no bracket
 */
public record JsonPath(List<String> members) implements Serializable {
  /** What {@link #parse} takes, in words. */
  public static final String RULE =
      "must be a path of members such as $.timestamp or $.event.timestamp";

  private static final Pattern PATH = Pattern.compile("\\$(?:\\.[^.\\[\\]\\s]+)+");

  public JsonPath {
    members = List.copyOf(members);
  }

  /** The path that a text means; empty if it means none. */
  public static Optional<JsonPath> parse(String text) {
    return PATH.matcher(text).matches()
        ? Optional.of(new JsonPath(List.of(text.substring(2).split("\\."))))
        : Optional.empty();
  }

  @Override
  public String toString() {
    return "$." + String.join(".", members);
  }
}
