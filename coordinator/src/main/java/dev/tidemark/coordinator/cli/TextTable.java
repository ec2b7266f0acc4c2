package dev.tidemark.coordinator.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * A table no wider than a terminal: numbers to the right, everything else to the left. Where it
 * would be wider, numbers lose the gaps between their thousands, then the widest texts go on in
 * lines of their own, and when even that is not enough each row is a list of its columns. Nothing
 * is left out.
 */
public final class TextTable {
  /** Characters of a line where nothing else is known. */
  public static final int TERMINAL = 80;

  private static final int LEAST = 12;
  private static final String GAP = "  ";

  private final List<List<Object>> rows = new ArrayList<>();

  public TextTable(String... heading) {
    rows.add(List.of((Object[]) heading));
  }

  public TextTable row(Object... cells) {
    rows.add(List.of(cells));
    return this;
  }

  /** In 80 columns. */
  @Override
  public String toString() {
    return fitting(TERMINAL);
  }

  /** In so many columns. */
  public String fitting(int width) {
    List<List<String>> cells = texts("%,d");
    int[] widths = widths(cells);
    if (over(widths, width) > 0) {
      cells = texts("%d");
      widths = widths(cells);
    }
    List<String> lines = fit(widths, width) ? lines(cells, widths) : lists(cells, width);
    return String.join(System.lineSeparator(), lines) + System.lineSeparator();
  }

  private List<List<String>> texts(String number) {
    return rows.stream().map(row -> row.stream().map(c -> text(c, number)).toList()).toList();
  }

  private static String text(Object cell, String number) {
    return cell instanceof Number n
        ? String.format(Locale.ROOT, number, n.longValue())
        : String.valueOf(cell);
  }

  private static int[] widths(List<List<String>> cells) {
    return IntStream.range(0, cells.get(0).size())
        .map(c -> cells.stream().mapToInt(row -> row.get(c).length()).max().orElse(0))
        .toArray();
  }

  private static int over(int[] widths, int width) {
    return Arrays.stream(widths).sum() + GAP.length() * (widths.length - 1) - width;
  }

  /** Narrows the widest texts until all fit; false if they would become too narrow to read. */
  private boolean fit(int[] widths, int width) {
    for (int over = over(widths, width); over > 0; over--) {
      int widest = -1;
      for (int c = 0; c < widths.length; c++) {
        if (!isNumbers(c) && (widest < 0 || widths[c] > widths[widest])) {
          widest = c;
        }
      }
      if (widest < 0 || widths[widest] <= LEAST) {
        return false;
      }
      widths[widest]--;
    }
    return true;
  }

  private boolean isNumbers(int column) {
    return rows.size() > 1
        && rows.stream().skip(1).allMatch(row -> row.get(column) instanceof Number);
  }

  private List<String> lines(List<List<String>> cells, int[] widths) {
    List<String> lines = new ArrayList<>();
    for (List<String> row : cells) {
      List<Wrapped> wrapped =
          IntStream.range(0, widths.length)
              .mapToObj(c -> Wrapped.of(row.get(c), Math.max(2, widths[c])))
              .toList();
      int height = wrapped.stream().mapToInt(w -> w.lines().size()).max().orElse(1);
      for (int l = 0; l < height; l++) {
        StringBuilder line = new StringBuilder();
        for (int c = 0; c < widths.length; c++) {
          List<String> cell = wrapped.get(c).lines();
          String text = l < cell.size() ? cell.get(l) : "";
          String padding = " ".repeat(Math.max(0, widths[c] - text.length()));
          line.append(c == 0 ? "" : GAP).append(isNumbers(c) ? padding + text : text + padding);
        }
        lines.add(line.toString().stripTrailing());
      }
    }
    return lines;
  }

  private static List<String> lists(List<List<String>> cells, int width) {
    List<String> names = cells.get(0);
    int longest = names.stream().mapToInt(String::length).max().orElse(0);
    String indent = " ".repeat(longest) + GAP;
    List<String> lines = new ArrayList<>();
    for (List<String> row : cells.subList(1, cells.size())) {
      for (int c = 0; c < names.size(); c++) {
        String name = names.get(c) + indent.substring(names.get(c).length());
        String before = name;
        for (String l : Wrapped.of(row.get(c), Math.max(2, width - indent.length())).lines()) {
          lines.add((before + l).stripTrailing());
          before = indent;
        }
      }
      lines.add("");
    }
    return lines;
  }
}
