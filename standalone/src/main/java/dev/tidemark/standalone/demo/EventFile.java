package dev.tidemark.standalone.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * A file of events, one JSON object on a line (NDJSON) or CSV with a header row, as told by its
 * first character. Each event comes out as the bytes of one JSON object.
 *
 * <p>An event without an {@code event_id} (or {@code messageId}) gets one that depends on its line
 * number and its bytes only: who sends the same file again sends the same ids, so that a sender may
 * try again safely and a second run adds nothing.
 */
public final class EventFile {
  private static final int BYTE_ORDER_MARK = 0xFEFF;

  private final String name;
  private final Opener opener;

  /** Opens the file's bytes, anew at each call. */
  @FunctionalInterface
  private interface Opener {
    InputStream open() throws IOException;
  }

  private EventFile(String name, Opener opener) {
    this.name = name;
    this.opener = opener;
  }

  /** A user's file; it is opened when the events are asked for. */
  public static EventFile of(Path file) {
    return new EventFile(file.toString(), () -> Files.newInputStream(file));
  }

  /** The sample events that come with Tidemark. */
  public static EventFile sample() {
    return new EventFile(
        "the sample events", () -> EventFile.class.getResourceAsStream("sample-events.ndjson"));
  }

  /**
   * The events in the order of the file, read as they are taken. Close the stream.
   *
   * @throws EventFileException here or while the stream is read: the file is missing, is not UTF-8,
   *     or a line is not an event
   */
  public Stream<byte[]> events() {
    try {
      // Unlike a decoder by name, this one refuses bytes that are not UTF-8.
      BufferedReader reader =
          new BufferedReader(new InputStreamReader(opener.open(), UTF_8.newDecoder()));
      try {
        return format(reader).onClose(() -> close(reader));
      } catch (IOException | RuntimeException e) {
        reader.close();
        throw e;
      }
    } catch (NoSuchFileException e) {
      throw new EventFileException("There is no file " + name + ".", e);
    } catch (IOException e) {
      throw unreadable(name, e);
    }
  }

  private Stream<byte[]> format(BufferedReader reader) throws IOException {
    int first = firstCharacter(reader);
    return switch (first) {
      case -1 -> throw new EventFileException(name + " is empty; it should hold one event a line.");
      case '[' ->
          throw new EventFileException(
              name
                  + " is one JSON array. Write one event on each line: jq -c '.[]' "
                  + name
                  + " > events.ndjson");
      case '{' -> new JsonLines(name, reader).events();
      default -> new CsvEvents(name, reader).events();
    };
  }

  /** Skips a byte order mark; leaves the reader at the first character that is not white space. */
  private static int firstCharacter(BufferedReader reader) throws IOException {
    reader.mark(1);
    if (reader.read() != BYTE_ORDER_MARK) {
      reader.reset();
    }
    // White space is left in place, for the lines to be numbered as the user sees them.
    int limit = 8192;
    reader.mark(limit);
    int c = reader.read();
    for (int i = 1; i < limit && c != -1 && Character.isWhitespace(c); i++) {
      c = reader.read();
    }
    reader.reset();
    return c;
  }

  static EventFileException unreadable(String name, IOException e) {
    if (e instanceof java.nio.charset.CharacterCodingException) {
      return new EventFileException(
          name + " is not UTF-8. Convert it: iconv -f ISO-8859-1 -t UTF-8 FILE > NEW", e);
    }
    return new EventFileException(name + " cannot be read: " + e.getMessage(), e);
  }

  private static void close(Reader reader) {
    try {
      reader.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
