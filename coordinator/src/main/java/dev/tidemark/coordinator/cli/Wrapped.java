package dev.tidemark.coordinator.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Text in lines of a bounded length. It breaks between words, and within a word only where that
 * fills more than a line; a command that somebody may copy counts as one word as long as it fits a
 * line.
 */
record Wrapped(List<String> lines) {
  private static final Pattern WORD = Pattern.compile("\\S*'tidemark [^']*'\\S*|\\S+");

  Wrapped {
    lines = List.copyOf(lines);
  }

  /** One line at least, each of at most so many characters, which must be two or more. */
  static Wrapped of(String text, int width) {
    List<String> lines = new ArrayList<>();
    for (String line : text.lines().toList()) {
      wrap(line, width, lines);
    }
    return new Wrapped(lines.isEmpty() ? List.of("") : lines);
  }

  private static void wrap(String text, int width, List<String> lines) {
    if (text.length() <= width) {
      lines.add(text);
      return;
    }
    int end = 0; // of what is on a line already
    int start = 0;
    Matcher word = WORD.matcher(text);
    while (word.find()) {
      if (word.end() - start > width && end > start) {
        lines.add(text.substring(start, end));
        start = word.start();
      }
      while (word.end() - start > width) {
        int space = text.lastIndexOf(' ', start + width);
        if (space > start) {
          lines.add(text.substring(start, space));
          start = space + 1;
          continue;
        }
        int cut = start + width;
        cut -= Character.isHighSurrogate(text.charAt(cut - 1)) ? 1 : 0;
        lines.add(text.substring(start, cut));
        start = cut;
      }
      end = word.end();
    }
    if (end > start) {
      lines.add(text.substring(start, end));
    }
  }

  /** All of it; every line but the first has the indent before it. */
  String indented(String indent) {
    return String.join(System.lineSeparator() + indent, lines);
  }
}
