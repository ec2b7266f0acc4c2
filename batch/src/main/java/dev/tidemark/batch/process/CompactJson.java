package dev.tidemark.batch.process;

import dev.tidemark.batch.process.JsonObject.Member;
import java.io.ByteArrayOutputStream;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;

/** Copies valid JSON without insignificant white space and without some members. */
final class CompactJson {
  private final ByteArrayOutputStream out;
  private boolean commaDue;
  private int last;

  private CompactJson(int size) {
    out = new ByteArrayOutputStream(size);
  }

  static byte[] of(byte[] bytes, int from, int until, List<Member> leftOut) {
    Iterator<Member> skips =
        leftOut.stream().distinct().sorted(Comparator.comparingInt(Member::from)).iterator();
    Member skip = skips.hasNext() ? skips.next() : null;
    CompactJson copy = new CompactJson(until - from);
    int at = from;
    while (at < until) {
      if (skip != null && at == skip.from()) {
        at = skip.until();
        skip = skips.hasNext() ? skips.next() : null;
      } else if (bytes[at] == '"') {
        int end = endOfString(bytes, at);
        copy.write(bytes, at, end);
        at = end;
      } else {
        copy.structure(bytes, at);
        at++;
      }
    }
    return copy.out.toByteArray();
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
    if (commaDue && last != '{' && last != '[') {
      out.write(',');
    }
    commaDue = false;
    out.write(bytes, from, until - from);
    last = bytes[until - 1];
  }
}
