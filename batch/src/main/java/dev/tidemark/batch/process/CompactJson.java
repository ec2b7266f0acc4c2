package dev.tidemark.batch.process;

import dev.tidemark.batch.process.JsonObject.Member;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;

/** Copies valid JSON without insignificant white space and without some members. */
final class CompactJson {
  private final byte[] out;
  private int length;
  private boolean commaDue;

  private CompactJson(int size) {
    out = new byte[size];
  }

  static byte[] of(byte[] bytes, int from, int until, List<Member> leftOut) {
    List<Member> inOrder = new ArrayList<>(leftOut);
    inOrder.sort(Comparator.comparingInt(Member::from));
    CompactJson copy = new CompactJson(until - from);
    int at = from;
    for (Iterator<Member> skips = inOrder.iterator(); skips.hasNext(); ) {
      Member skip = skips.next();
      // A member may be named twice.
      if (skip.from() >= at) {
        copy.append(bytes, at, skip.from());
        at = skip.until();
      }
    }
    copy.append(bytes, at, until);
    return Arrays.copyOf(copy.out, copy.length);
  }

  /** Appends a stretch that begins and ends between tokens. */
  private void append(byte[] bytes, int from, int until) {
    int at = from;
    while (at < until) {
      byte b = bytes[at];
      if (b == '"') {
        int end = endOfString(bytes, at);
        write(bytes, at, end);
        at = end;
      } else {
        structure(bytes, at);
        at++;
      }
    }
  }

  private static int endOfString(byte[] bytes, int start) {
    int at = start + 1;
    while (bytes[at] != '"') {
      at += bytes[at] == '\\' ? 2 : 1;
    }
    return at + 1;
  }

  private void structure(byte[] bytes, int at) {
    switch (bytes[at]) {
      case ' ', '\t', '\r', '\n' -> {}
      // Written only once something follows, for a member on either side may be left out.
      case ',' -> commaDue = true;
      case '}', ']' -> {
        commaDue = false;
        write(bytes, at, at + 1);
      }
      default -> write(bytes, at, at + 1);
    }
  }

  private void write(byte[] bytes, int from, int until) {
    if (commaDue && !opens(out[length - 1])) {
      out[length++] = ',';
    }
    commaDue = false;
    System.arraycopy(bytes, from, out, length, until - from);
    length += until - from;
  }

  private static boolean opens(byte b) {
    return b == '{' || b == '[';
  }
}
