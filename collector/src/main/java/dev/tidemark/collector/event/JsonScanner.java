package dev.tidemark.collector.event;

import static dev.tidemark.collector.event.UnacceptableException.malformed;

import dev.tidemark.landing.JsonStrings;
import java.nio.charset.StandardCharsets;

/**
 * Reads strict JSON (RFC 8259, UTF-8) value by value and compacts it in place: insignificant white
 * space is dropped, every other byte stays as sent (numbers, key order, duplicates, escapes). It
 * holds no tree and does not recurse, so that no input can exhaust the stack.
 *
 * <p>The array given is overwritten: what is written never gets ahead of what is read.
 */
final class JsonScanner {
  /** Objects and arrays inside each other, the outermost counted. */
  static final int MAX_DEPTH = 200;

  private static final byte[] TRUE = "true".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] FALSE = "false".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] NULL = "null".getBytes(StandardCharsets.US_ASCII);

  private final byte[] bytes;
  private final int end;
  private final boolean[] isObject = new boolean[MAX_DEPTH + 1];
  private int depth;
  private int read;
  private int write;
  private int keyFrom;
  private int keyTo;
  private boolean keyHasEscape;
  private boolean hasEscape;
  private Event event;

  JsonScanner(byte[] bytes, int end) {
    this(bytes, 0, end);
    // A byte order mark says nothing in UTF-8; RFC 8259 section 8.1 lets a reader ignore it.
    if (end >= 3 && bytes[0] == (byte) 0xEF && bytes[1] == (byte) 0xBB && bytes[2] == (byte) 0xBF) {
      read = 3;
    }
  }

  /** Reads what stands from {@code from} to {@code end}, and leaves all before it alone. */
  JsonScanner(byte[] bytes, int from, int end) {
    this.bytes = bytes;
    this.end = end;
    this.read = from;
    this.write = from;
  }

  /** The next byte that is not white space, which stays unread; -1 at the end. */
  int peek() {
    skipBlank();
    // Unsigned: the byte 0xFF is no end.
    return read < end ? bytes[read] & 0xFF : -1;
  }

  /** Skips white space and says whether there was a line feed in it. */
  boolean skipBlank() {
    boolean line = false;
    while (read < end) {
      byte b = bytes[read];
      if (b == '\n') {
        line = true;
      } else if (b != ' ' && b != '\r' && b != '\t') {
        break;
      }
      read++;
    }
    return line;
  }

  /** Drops one byte that was peeked at, such as the comma between two events. */
  void drop() {
    read++;
  }

  /** Where the next byte stands in the request as it was sent, for messages. */
  int position() {
    return read;
  }

  /**
   * Reads one complete value and leaves it compact in the array.
   *
   * @throws UnacceptableException if it is not valid JSON, not UTF-8 or too deep
   */
  Event value() throws UnacceptableException {
    event = new Event(bytes, write);
    depth = 0;
    do {
      if (!opens()) {
        scalar();
      }
      closeAndSeparate();
    } while (depth > 0);
    event.endsAt(write);
    return event;
  }

  /** Opens as many containers as begin here; true if the last one is empty and so a value. */
  private boolean opens() throws UnacceptableException {
    while (true) {
      int b = peek();
      if (b != '{' && b != '[') {
        return false;
      }
      if (depth == MAX_DEPTH) {
        throw malformed("JSON nested deeper than " + MAX_DEPTH + " levels, at byte " + read);
      }
      if (isTopLevel() && b == '[') {
        event.topLevelArray(keyFrom, keyTo, keyHasEscape, write);
      }
      isObject[++depth] = b == '{';
      copy();
      int next = peek();
      if (next == (isObject[depth] ? '}' : ']')) {
        return true;
      }
      if (isObject[depth]) {
        key();
      }
    }
  }

  /** After a value: closes what ends here, or passes the comma to where the next value begins. */
  private void closeAndSeparate() throws UnacceptableException {
    while (depth > 0) {
      int b = peek();
      if (b == (isObject[depth] ? '}' : ']')) {
        copy();
        depth--;
      } else if (b == ',') {
        copy();
        if (isObject[depth]) {
          key();
        }
        return;
      } else {
        throw unexpected();
      }
    }
  }

  private void key() throws UnacceptableException {
    if (peek() != '"') {
      throw unexpected();
    }
    keyFrom = write + 1;
    string();
    keyTo = write - 1;
    keyHasEscape = hasEscape;
    if (isTopLevel()) {
      event.topLevelKey(keyFrom, keyTo, keyHasEscape);
    }
    if (peek() != ':') {
      throw unexpected();
    }
    copy();
  }

  private void scalar() throws UnacceptableException {
    int b = peek();
    switch (b) {
      case '"' -> {
        int from = write + 1;
        string();
        if (isTopLevel()) {
          event.topLevelText(keyFrom, keyTo, keyHasEscape, from, write - 1);
        }
      }
      case 't' -> literal(TRUE);
      case 'f' -> literal(FALSE);
      case 'n' -> literal(NULL);
      default -> number();
    }
  }

  private void string() throws UnacceptableException {
    hasEscape = false;
    copy();
    plain();
    while (read < end) {
      byte b = bytes[read];
      if (b == '"') {
        copy();
        return;
      } else if (b == '\\') {
        escape();
      } else if (b < 0) {
        int length = Utf8.sequenceLength(bytes, read, end);
        if (length == 0) {
          throw malformed("invalid UTF-8 at byte " + read);
        }
        for (int i = 0; i < length; i++) {
          copy();
        }
      } else if (b < ' ') {
        throw malformed("control character inside a string, at byte " + read);
      }
      plain();
    }
    throw unexpected();
  }

  /** Copies all that stands for itself in a string at once: strings are most of what is read. */
  private void plain() {
    int at = JsonStrings.plainEnd(bytes, read, end);
    if (write != read) {
      System.arraycopy(bytes, read, bytes, write, at - read);
    }
    write += at - read;
    read = at;
  }

  private void escape() throws UnacceptableException {
    hasEscape = true;
    copy();
    int b = read < end ? bytes[read] : -1;
    if (b == 'u') {
      copy();
      for (int i = 0; i < 4; i++) {
        if (read >= end || Character.digit(bytes[read], 16) < 0) {
          throw unexpected();
        }
        copy();
      }
    } else if (b > 0 && "\"\\/bfnrt".indexOf(b) >= 0) {
      copy();
    } else {
      throw unexpected();
    }
  }

  private void literal(byte[] word) throws UnacceptableException {
    for (byte b : word) {
      if (read >= end || bytes[read] != b) {
        throw unexpected();
      }
      copy();
    }
  }

  private void number() throws UnacceptableException {
    if (at('-')) {
      copy();
    }
    if (at('0')) {
      copy();
    } else {
      digits();
    }
    if (at('.')) {
      copy();
      digits();
    }
    if (at('e') || at('E')) {
      copy();
      if (at('+') || at('-')) {
        copy();
      }
      digits();
    }
  }

  private void digits() throws UnacceptableException {
    int from = read;
    while (read < end && bytes[read] >= '0' && bytes[read] <= '9') {
      copy();
    }
    if (read == from) {
      throw unexpected();
    }
  }

  private boolean isTopLevel() {
    return depth == 1 && isObject[1];
  }

  private boolean at(char c) {
    return read < end && bytes[read] == c;
  }

  private void copy() {
    bytes[write++] = bytes[read++];
  }

  private UnacceptableException unexpected() {
    if (read >= end) {
      return malformed("not complete JSON: it ends at byte " + end);
    }
    return malformed("not valid JSON at byte " + read);
  }
}
