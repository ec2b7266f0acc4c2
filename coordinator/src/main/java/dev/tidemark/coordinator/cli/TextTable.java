package dev.tidemark.coordinator.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A table for a terminal: numbers to the right, everything else to the left. Numbers have their
 * thousands apart unless that would make it wider than a terminal.
 */
public final class TextTable {
  private static final int TERMINAL = 80;

  private final List<List<Object>> rows = new ArrayList<>();

  public TextTable(String... heading) {
    rows.add(List.of((Object[]) heading));
  }

  public TextTable row(Object... cells) {
    rows.add(List.of(cells));
    return this;
  }

  @Override
  public String toString() {
    List<String> lines = lines("%,d");
    if (lines.stream().anyMatch(l -> l.length() > TERMINAL)) {
      lines = lines("%d");
    }
    return String.join(System.lineSeparator(), lines) + System.lineSeparator();
  }

  private List<String> lines(String number) {
    List<StringBuilder> lines = rows.stream().map(r -> new StringBuilder()).toList();
    for (int c = 0; c < rows.get(0).size(); c++) {
      addColumn(lines, c, number);
    }
    return lines.stream().map(l -> l.toString().stripTrailing()).toList();
  }

  private void addColumn(List<StringBuilder> lines, int column, String number) {
    List<String> cells = rows.stream().map(r -> text(r.get(column), number)).toList();
    int width = cells.stream().mapToInt(String::length).max().orElse(0);
    boolean right =
        rows.size() > 1 && rows.stream().skip(1).allMatch(r -> r.get(column) instanceof Number);
    for (int i = 0; i < cells.size(); i++) {
      String padding = " ".repeat(width - cells.get(i).length());
      lines.get(i).append(right ? padding + cells.get(i) : cells.get(i) + padding).append("  ");
    }
  }

  private static String text(Object cell, String number) {
    return cell instanceof Number n
        ? String.format(Locale.ROOT, number, n.longValue())
        : String.valueOf(cell);
  }
}
