package dev.tidemark.coordinator.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A table no wider than the terminal: long values are cut, and when even that is not enough each
 * row is a list of its columns, with whole values. All rows are held until the end, for widths.
 */
final class RowsAsTable implements PrintedRows {
  private static final int LEAST = 12;
  private static final String GAP = "  ";

  private final PrintWriter out;
  private final int width;
  private final List<List<String>> rows = new ArrayList<>();
  private List<String> names = List.of();
  private boolean[] numbers = {};

  RowsAsTable(PrintWriter out, int width) {
    this.out = out;
    this.width = width;
  }

  @Override
  public void columns(List<String> columns) {
    names = columns.stream().map(SafeText::of).toList();
    numbers = new boolean[columns.size()];
    Arrays.fill(numbers, true);
  }

  @Override
  public void row(List<JsonNode> values) {
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] &= values.get(i).isNumber() || values.get(i).isNull();
    }
    rows.add(values.stream().map(RowsAsTable::text).toList());
  }

  private static String text(JsonNode value) {
    return value.isNull() ? "NULL" : SafeText.of(RowsAsCsv.text(value));
  }

  @Override
  public void end() {
    int[] widths = widths();
    if (fit(widths)) {
      line(names, widths);
      rows.forEach(row -> line(row, widths));
    } else {
      lists();
    }
  }

  private int[] widths() {
    int[] widths = names.stream().mapToInt(String::length).toArray();
    for (List<String> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    return widths;
  }

  /** Narrows the widest columns until all fit; false if they would become too narrow to read. */
  private boolean fit(int[] widths) {
    int over = Arrays.stream(widths).sum() + GAP.length() * (widths.length - 1) - width;
    for (; over > 0; over--) {
      int widest = 0;
      for (int i = 1; i < widths.length; i++) {
        widest = widths[i] > widths[widest] ? i : widest;
      }
      if (widths[widest] <= LEAST) {
        return false;
      }
      widths[widest]--;
    }
    return true;
  }

  private void line(List<String> cells, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      String cell = SafeText.cut(cells.get(i), widths[i]);
      String padding = " ".repeat(widths[i] - cell.length());
      boolean right = numbers[i] && !rows.isEmpty();
      line.append(i == 0 ? "" : GAP).append(right ? padding + cell : cell + padding);
    }
    out.println(line.toString().stripTrailing());
  }

  private void lists() {
    int longest = names.stream().mapToInt(String::length).max().orElse(0);
    for (int r = 0; r < rows.size(); r++) {
      out.println("-- row " + (r + 1));
      for (int i = 0; i < names.size(); i++) {
        String padding = " ".repeat(longest - names.get(i).length());
        out.println(names.get(i) + padding + GAP + rows.get(r).get(i));
      }
    }
    if (rows.isEmpty()) {
      names.forEach(out::println);
    }
  }
}
