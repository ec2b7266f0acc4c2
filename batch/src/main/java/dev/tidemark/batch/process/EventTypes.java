package dev.tidemark.batch.process;

import dev.tidemark.landing.config.ConfigException;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;
import java.util.stream.Stream;

/**
 * The event types that are declared, in {@code *.yaml} files of one directory. Each file declares
 * types that share columns:
 *
 * <pre>{@code
 * types:
 *   - name: search                  # output in type=search
 *     match: {path: type, value: search}
 *     columns: []                   # columns of this type alone
 * columns:                          # columns of every type in this file
 *   - {name: event_time, path: timestamp, type: timestamp, required: true, description: …}
 *   - {name: channel, path: channel, type: string, default: web}
 * }</pre>
 */
public final class EventTypes implements Serializable {
  private static final long serialVersionUID = 1L;

  // Raise it when the same declarations begin to give another output.
  private static final String OUTPUT_VERSION = "2";

  private final List<EventType> all;
  private final List<List<String>> matchPaths;

  EventTypes(List<EventType> all) {
    this.all = List.copyOf(all);
    this.matchPaths = all.stream().map(EventType::matchPath).distinct().toList();
  }

  /**
   * Reads every declaration of a directory.
   *
   * @throws ConfigException with every mistake, each with its file
   */
  public static EventTypes load(Path directory) {
    return parse(declarations(directory));
  }

  /**
   * The text of every declaration of a directory, by its file, as {@link #parse} takes it.
   *
   * @throws ConfigException if there is none, or one cannot be read
   */
  public static SortedMap<String, String> declarations(Path directory) {
    return EventTypesReader.texts(directory);
  }

  /**
   * As {@link #load}, of declarations that were read before.
   *
   * @param declarations by the names that mistakes are to be told with; their order counts
   */
  public static EventTypes parse(SortedMap<String, String> declarations) {
    return new EventTypes(new EventTypesReader().read(declarations));
  }

  List<EventType> all() {
    return all;
  }

  /** Where types are told apart, in order of declaration. */
  List<List<String>> matchPaths() {
    return matchPaths;
  }

  /** All, and the one for what none matches as the last. */
  List<EventType> withUnknown() {
    return Stream.concat(all.stream(), Stream.of(EventType.UNKNOWN)).toList();
  }

  /**
   * SHA-256, in hexadecimal, over all that the output depends on besides the events: two outputs of
   * the same rows with the same hash are the same. Descriptions do not count.
   */
  public String hash() {
    StringBuilder text = new StringBuilder(OUTPUT_VERSION).append('\n');
    for (EventType type : all) {
      line(text, "type", type.name(), String.join(".", type.matchPath()), type.matchValue());
      for (Column c : type.columns()) {
        line(
            text,
            "column",
            c.name(),
            c.dotted(),
            c.type().sqlName(),
            String.valueOf(c.required()),
            String.valueOf(c.valueIfAbsent()));
      }
    }
    return sha256(text.toString());
  }

  private static void line(StringBuilder text, String... fields) {
    text.append(String.join("\t", fields)).append('\n');
  }

  static String sha256(String text) {
    return HexFormat.of().formatHex(sha256(text.getBytes(StandardCharsets.UTF_8)));
  }

  static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256", e);
    }
  }
}
