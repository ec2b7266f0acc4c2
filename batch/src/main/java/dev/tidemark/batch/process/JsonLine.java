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

  /** Instead of a place in the line: it is no JSON. */
  private static final int MISTAKE = -1;

  private final boolean[] isObject = new boolean[DEEPEST + 1];
  private final int[] opener = new int[DEEPEST + 1];

  private byte[] bytes;
  private int depth;
  private boolean hasBlanks;
  private boolean isAscii;
  private boolean hasEscapes;
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

  /** Where {@link #without} puts together what it gives. */
  private byte[] cut = new byte[1 << 10];

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
    depth = 0;
    count = 0;
    hasBlanks = false;
    isAscii = true;
    hasEscapes = false;
    hasEscapedNames = false;
    int at = notBlank(Utf8.startsWithByteOrderMark(line) ? Utf8.BYTE_ORDER_MARK : 0);
    if (!stands('{', at)) {
      return false;
    }
    member(at, at);
    do {
      at = value(at);
    } while (at != MISTAKE && depth > 0);
    return at == line.length;
  }

  // What follows passes something that begins at a place, and returns where the next begins.

  /** Passes one scalar or opens one container, then closes all that end there. */
  private int value(int at) {
    if (current != NONE) {
      members[current * SIZE + VALUE_FROM] = at;
    }
    if (stands('{', at) || stands('[', at)) {
      return open(at);
    }
    int end = scalar(at);
    if (end == MISTAKE) {
      return MISTAKE;
    }
    end(current, end);
    return closeAndSeparate(notBlank(end));
  }

  private int open(int at) {
    if (depth == DEEPEST) {
      return MISTAKE;
    }
    isObject[++depth] = bytes[at] == '{';
    opener[depth] = current;
    current = NONE;
    int first = notBlank(at + 1);
    return stands(closer(), first)
        ? closeAndSeparate(first)
        : isObject[depth] ? name(first) : first;
  }

  private int closeAndSeparate(int begin) {
    int at = begin;
    while (depth > 0) {
      if (stands(',', at)) {
        current = NONE;
        int next = notBlank(at + 1);
        return isObject[depth] ? name(next) : next;
      }
      if (!stands(closer(), at)) {
        return MISTAKE;
      }
      end(opener[depth--], at + 1);
      at = notBlank(at + 1);
    }
    return at;
  }

  private char closer() {
    return isObject[depth] ? '}' : ']';
  }

  private int name(int at) {
    if (!stands('"', at)) {
      return MISTAKE;
    }
    boolean escapesBefore = hasEscapes;
    hasEscapes = false;
    int end = string(at);
    if (end == MISTAKE) {
      return MISTAKE;
    }
    hasEscapedNames |= hasEscapes;
    hasEscapes |= escapesBefore;
    if (opener[depth] != NONE) {
      member(at + 1, end - 1);
    }
    int colon = notBlank(end);
    return stands(':', colon) ? notBlank(colon + 1) : MISTAKE;
  }

  private void member(int from, int to) {
    if (count * SIZE == members.length) {
      members = Arrays.copyOf(members, 2 * members.length);
    }
    members[count * SIZE + NAME_FROM] = from;
    members[count * SIZE + NAME_UNTIL] = to;
    current = count++;
  }

  private void end(int member, int at) {
    if (member != NONE) {
      members[member * SIZE + UNTIL] = at;
      members[member * SIZE + NEXT] = count;
    }
  }

  private int scalar(int at) {
    if (at == bytes.length) {
      return MISTAKE;
    }
    return switch (bytes[at]) {
      case '"' -> string(at);
      case 't' -> word(TRUE, at);
      case 'f' -> word(FALSE, at);
      case 'n' -> word(NULL, at);
      default -> number(at);
    };
  }

  private int string(int at) {
    int i = at + 1;
    while (true) {
      i = JsonStrings.plainEnd(bytes, i, bytes.length);
      if (i >= bytes.length) {
        return MISTAKE;
      }
      byte c = bytes[i++];
      if (c == '"') {
        return i;
      }
      if (c == '\\') {
        hasEscapes = true;
        i = escape(i);
        if (i == MISTAKE) {
          return MISTAKE;
        }
      } else if (c < 0) {
        isAscii = false;
      } else if (c < ' ') {
        return MISTAKE;
      }
    }
  }

  /** Passes what follows a backslash. */
  private int escape(int at) {
    int c = at < bytes.length ? bytes[at] : 0;
    if (c == 'u') {
      for (int digit = at + 1; digit <= at + 4; digit++) {
        if (digit >= bytes.length || Character.digit(bytes[digit], 16) < 0) {
          return MISTAKE;
        }
      }
      return at + 5;
    }
    return c > 0 && "\"\\/bfnrt".indexOf(c) >= 0 ? at + 1 : MISTAKE;
  }

  private int word(byte[] word, int at) {
    int end = at + word.length;
    return end <= bytes.length && Arrays.equals(bytes, at, end, word, 0, word.length)
        ? end
        : MISTAKE;
  }

  private int number(int begin) {
    int at = stands('-', begin) ? begin + 1 : begin;
    at = stands('0', at) ? at + 1 : digits(at);
    if (at != MISTAKE && stands('.', at)) {
      at = digits(at + 1);
    }
    if (at != MISTAKE && (stands('e', at) || stands('E', at))) {
      at++;
      at = digits(stands('+', at) || stands('-', at) ? at + 1 : at);
    }
    return at;
  }

  /** Passes one digit at least. */
  private int digits(int begin) {
    int at = begin;
    while (at < bytes.length && bytes[at] >= '0' && bytes[at] <= '9') {
      at++;
    }
    return at > begin ? at : MISTAKE;
  }

  private boolean stands(char c, int at) {
    return at < bytes.length && bytes[at] == c;
  }

  /** The place of the next byte that is not white space; the length of the line if none is. */
  private int notBlank(int begin) {
    int at = begin;
    while (at < bytes.length && isBlank(bytes[at])) {
      hasBlanks = true;
      at++;
    }
    return at;
  }

  private static boolean isBlank(byte b) {
    return b <= ' ' && (b == ' ' || b == '\t' || b == '\r' || b == '\n');
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
    return hasEscapedNames
        ? JsonText.isText(bytes, from - 1, to + 1, name)
        : Arrays.equals(bytes, from, to, name, 0, name.length);
  }

  /**
   * Finds members of an object by their names, all in one pass: where a key is repeated, the last
   * one counts.
   *
   * @param found by the number of the name, {@link #NONE} where there is none; filled here
   */
  void last(int object, MemberNames names, int[] found) {
    Arrays.fill(found, NONE);
    for (int member = object + 1; member < next(object); member = next(member)) {
      int name = nameOf(member, names);
      if (name != MemberNames.OTHER) {
        found[name] = member;
      }
    }
  }

  private int nameOf(int member, MemberNames names) {
    int from = members[member * SIZE + NAME_FROM];
    int to = members[member * SIZE + NAME_UNTIL];
    if (hasEscapedNames) {
      byte[] meant = JsonText.unescaped(bytes, from - 1, to + 1).getBytes(StandardCharsets.UTF_8);
      return names.numberOf(meant, 0, meant.length);
    }
    return names.numberOf(bytes, from, to);
  }

  /** Whether an object has no other members, at its own depth, than those. */
  boolean hasOnly(int object, Members some) {
    int at = 0;
    for (int member = object + 1; member < next(object); member = next(member)) {
      while (at < some.count() && some.get(at) < member) {
        at++;
      }
      if (at == some.count() || some.get(at) != member) {
        return false;
      }
    }
    return true;
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
    int until = until(member);
    if (!isString(member)) {
      return Optional.of(UTF8String.fromBytes(bytes, from, until - from));
    }
    return hasEscapes
        ? JsonText.ofString(bytes, from, until)
        : Optional.of(UTF8String.fromBytes(bytes, from + 1, until - from - 2));
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
    if (cut.length < until(object) - from(object)) {
      cut = new byte[2 * (until(object) - from(object))];
    }
    byte[] copy = cut;
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
