package dev.tidemark.batch.process;

import dev.tidemark.landing.JsonStrings;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * One line that is a JSON object, as places in its bytes: whatever is taken out of it or left in
 * keeps its numbers, escapes, order and repeated keys. A member is a number, in the order in which
 * members begin; {@link #WHOLE} is the object itself. Members of objects in arrays have none.
 *
 * <p>It is filled again for each line, and so for one thread. It takes what Jackson takes with its
 * defaults (RFC 8259), in strict UTF-8; {@link JsonMistake} says what is wrong with the rest.
 */
final class JsonLine {
  static final int DEEPEST = 1000;

  /** The object that the line is. */
  static final int WHOLE = 0;

  /** No such member. */
  static final int NONE = -1;

  private static final byte[] TRUE = "true".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] FALSE = "false".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] NULL = "null".getBytes(StandardCharsets.US_ASCII);

  private final boolean[] isObject = new boolean[DEEPEST + 1];
  private final int[] opener = new int[DEEPEST + 1];

  private byte[] bytes;
  private int at;
  private int depth;
  private boolean hasBlanks;
  private boolean isAscii;
  private boolean sawEscape;
  private boolean hasEscapedNames;

  // Of each member in turn: where its name and its value begin and end, and the member after it.
  private static final int NAME_FROM = 0;
  private static final int NAME_UNTIL = 1;
  private static final int VALUE_FROM = 2;
  private static final int UNTIL = 3;
  private static final int NEXT = 4;
  private static final int SIZE = 5;

  private int count;
  private int current;
  private int[] members = new int[64 * SIZE];

  /** Reads a line; false if it is not exactly one JSON object, and then nothing can be asked. */
  boolean read(byte[] line) {
    if (!scan(line) || (!isAscii && Utf8.text(line).isEmpty())) {
      return false;
    }
    // Names are compared as Jackson reads them, and it refuses one with half a surrogate pair.
    if (hasEscapedNames && !JsonText.isJson(line)) {
      return false;
    }
    // What is cut out below is cut at commas that touch their neighbours.
    return !hasBlanks || scan(CompactJson.of(line));
  }

  private boolean scan(byte[] line) {
    bytes = line;
    at = Utf8.startsWithByteOrderMark(line) ? Utf8.BYTE_ORDER_MARK : 0;
    depth = 0;
    count = 0;
    hasBlanks = false;
    isAscii = true;
    hasEscapedNames = false;
    if (peek() != '{') {
      return false;
    }
    member(at, at);
    do {
      if (!value()) {
        return false;
      }
    } while (depth > 0);
    return peek() < 0;
  }

  /** Passes one scalar or opens one container, then closes all that end there. */
  private boolean value() {
    int b = peek();
    if (b == '{' || b == '[') {
      if (!open(b == '{')) {
        return false;
      }
      if (peek() != closer()) {
        return !isObject[depth] || name();
      }
    } else if (scalar(b)) {
      end(current);
    } else {
      return false;
    }
    return closeAndSeparate();
  }

  private boolean open(boolean object) {
    if (current != NONE) {
      members[current * SIZE + VALUE_FROM] = at;
    }
    if (depth == DEEPEST) {
      return false;
    }
    isObject[++depth] = object;
    opener[depth] = current;
    at++;
    current = NONE;
    return true;
  }

  private boolean closeAndSeparate() {
    while (depth > 0) {
      int b = peek();
      if (b == ',') {
        at++;
        current = NONE;
        return !isObject[depth] || name();
      }
      if (b != closer()) {
        return false;
      }
      at++;
      end(opener[depth--]);
    }
    return true;
  }

  private int closer() {
    return isObject[depth] ? '}' : ']';
  }

  private boolean name() {
    if (peek() != '"') {
      return false;
    }
    int from = at;
    sawEscape = false;
    if (!string()) {
      return false;
    }
    hasEscapedNames |= sawEscape;
    if (opener[depth] != NONE) {
      member(from + 1, at - 1);
    }
    if (peek() != ':') {
      return false;
    }
    at++;
    return true;
  }

  private void member(int from, int to) {
    if (count * SIZE == members.length) {
      members = Arrays.copyOf(members, 2 * members.length);
    }
    members[count * SIZE + NAME_FROM] = from;
    members[count * SIZE + NAME_UNTIL] = to;
    current = count++;
  }

  private void end(int member) {
    if (member != NONE) {
      members[member * SIZE + UNTIL] = at;
      members[member * SIZE + NEXT] = count;
    }
  }

  private boolean scalar(int first) {
    if (current != NONE) {
      members[current * SIZE + VALUE_FROM] = at;
    }
    return switch (first) {
      case '"' -> string();
      case 't' -> word(TRUE);
      case 'f' -> word(FALSE);
      case 'n' -> word(NULL);
      default -> number();
    };
  }

  private boolean string() {
    int i = at + 1;
    while (true) {
      i = JsonStrings.plainEnd(bytes, i, bytes.length);
      if (i >= bytes.length) {
        return false;
      }
      byte c = bytes[i++];
      if (c == '"') {
        at = i;
        return true;
      }
      if (c == '\\') {
        sawEscape = true;
        i = escape(i);
        if (i < 0) {
          return false;
        }
      } else if (c < 0) {
        isAscii = false;
      } else if (c < ' ') {
        return false;
      }
    }
  }

  /** Where an escape ends whose backslash stands before {@code i}; negative if it is none. */
  private int escape(int i) {
    int c = i < bytes.length ? bytes[i] : 0;
    if (c == 'u') {
      for (int digit = i + 1; digit <= i + 4; digit++) {
        if (digit >= bytes.length || Character.digit(bytes[digit], 16) < 0) {
          return -1;
        }
      }
      return i + 5;
    }
    return c > 0 && "\"\\/bfnrt".indexOf(c) >= 0 ? i + 1 : -1;
  }

  private boolean word(byte[] word) {
    if (at + word.length > bytes.length
        || !Arrays.equals(bytes, at, at + word.length, word, 0, word.length)) {
      return false;
    }
    at += word.length;
    return true;
  }

  private boolean number() {
    passes('-');
    if (!passes('0') && !digits()) {
      return false;
    }
    if (passes('.') && !digits()) {
      return false;
    }
    if (passes('e') || passes('E')) {
      if (!passes('+')) {
        passes('-');
      }
      return digits();
    }
    return true;
  }

  private boolean digits() {
    byte[] b = bytes;
    int i = at;
    while (i < b.length && b[i] >= '0' && b[i] <= '9') {
      i++;
    }
    boolean some = i > at;
    at = i;
    return some;
  }

  private boolean passes(char c) {
    boolean stands = at < bytes.length && bytes[at] == c;
    if (stands) {
      at++;
    }
    return stands;
  }

  /** The next byte that is not white space, which stays unread; negative at the end. */
  private int peek() {
    while (at < bytes.length) {
      byte b = bytes[at];
      if (b != ' ' && b != '\t' && b != '\r' && b != '\n') {
        // Unsigned: the byte FF is no end.
        return b & 0xFF;
      }
      hasBlanks = true;
      at++;
    }
    return NONE;
  }

  /**
   * The last member of an object with that name: where a key is repeated, the last one counts.
   *
   * @param name in UTF-8
   * @return {@link #NONE} if there is none
   */
  int last(int object, byte[] name) {
    int last = NONE;
    for (int member = object + 1; member < next(object); member = next(member)) {
      if (isNamed(member, name)) {
        last = member;
      }
    }
    return last;
  }

  /** The member at the end of a path; {@link #NONE} where the path leads through no object. */
  int last(int object, List<byte[]> path) {
    int found = object;
    for (byte[] step : path) {
      if (!isObject(found)) {
        return NONE;
      }
      found = last(found, step);
      if (found == NONE) {
        return NONE;
      }
    }
    return found;
  }

  private boolean isNamed(int member, byte[] name) {
    int from = members[member * SIZE + NAME_FROM];
    int to = members[member * SIZE + NAME_UNTIL];
    if (hasEscapedNames) {
      return JsonText.isText(bytes, from - 1, to + 1, name);
    }
    // Most names differ in length or in their last letter, which is soon seen.
    return to - from == name.length
        && (name.length == 0 || bytes[to - 1] == name[name.length - 1])
        && Arrays.equals(bytes, from, to, name, 0, name.length);
  }

  /** Adds all members of an object with that name. */
  void addAll(int object, byte[] name, Members found) {
    for (int member = object + 1; member < next(object); member = next(member)) {
      if (isNamed(member, name)) {
        found.add(member);
      }
    }
  }

  boolean isObject(int member) {
    return bytes[from(member)] == '{';
  }

  boolean isString(int member) {
    return bytes[from(member)] == '"';
  }

  boolean isNull(int member) {
    return bytes[from(member)] == 'n';
  }

  boolean isScalar(int member) {
    byte first = bytes[from(member)];
    return first != '{' && first != '[' && first != 'n';
  }

  /**
   * The text of a scalar: of a string what it means, otherwise the characters as sent. Empty for an
   * object, an array, null, and a string that is no text. It may be a part of {@link #bytes}.
   */
  Optional<UTF8String> text(int member) {
    if (!isScalar(member)) {
      return Optional.empty();
    }
    int from = from(member);
    return isString(member)
        ? JsonText.ofString(bytes, from, until(member))
        : Optional.of(UTF8String.fromBytes(bytes, from, until(member) - from));
  }

  /** The bytes of a member's value begin here, in {@link #bytes}. */
  int from(int member) {
    return members[member * SIZE + VALUE_FROM];
  }

  /** And end before here. */
  int until(int member) {
    return members[member * SIZE + UNTIL];
  }

  private int next(int member) {
    return members[member * SIZE + NEXT];
  }

  /** The line, without insignificant white space if it had any; not to be changed. */
  byte[] bytes() {
    return bytes;
  }

  /** An object without some of the members in it, at whatever depth. */
  byte[] without(int object, Members leftOut) {
    byte[] copy = new byte[until(object) - from(object)];
    int length = 0;
    int from = from(object);
    for (int i = 0; i < leftOut.count(); i++) {
      int member = leftOut.get(i);
      int nameQuote = members[member * SIZE + NAME_FROM] - 1;
      // A member may be named twice.
      if (nameQuote >= from) {
        System.arraycopy(bytes, from, copy, length, nameQuote - from);
        length += nameQuote - from;
        from = until(member);
        if (bytes[from] == ',') {
          from++;
        } else if (copy[length - 1] == ',') {
          length--;
        }
      }
    }
    int rest = until(object) - from;
    System.arraycopy(bytes, from, copy, length, rest);
    return Arrays.copyOf(copy, length + rest);
  }
}
