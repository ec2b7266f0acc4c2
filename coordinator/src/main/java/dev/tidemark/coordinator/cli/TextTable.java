package dev.tidemark.coordinator.cli;

import java.util.ArrayList;
import java.util.List;

/** A table for a terminal: numbers to the right, everything else to the left. */
public final class TextTable {
  private final List<List<String>> rows = new ArrayList<>();

  public TextTable(String... heading) {
    rows.add(List.of(heading));
  }

  public TextTable row(Object... cells) {
    List<String> row = new ArrayList<>();
    for (Object cell : cells) {
      row.add(
          cell instanceof Number n
              ? String.format(java.util.Locale.ROOT, "%,d", n.longValue())
              : String.valueOf(cell));
    }
    rows.add(row);
    return this;
  }

  @Override
  public String toString() {
    int columns = rows.get(0).size();
    StringBuilder text = new StringBuilder();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int c = 0; c < columns; c++) {
        String cell = row.get(c);
        String padding = " ".repeat(width(c) - cell.length());
        line.append(isNumeric(c) ? padding + cell : cell + padding).append("  ");
      }
      text.append(line.toString().stripTrailing()).append(System.lineSeparator());
    }
    return text.toString();
  }

  private int width(int column) {
    return rows.stream().mapToInt(r -> r.get(column).length()).max().orElse(0);
  }

  private boolean isNumeric(int column) {
    return rows.size() > 1
        && rows.stream().skip(1).allMatch(r -> r.get(column).matches("[-\\d,.]+( [KMG]iB| B)?|"));
  }
}
