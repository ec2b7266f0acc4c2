package dev.tidemark.coordinator.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A JSON array of objects, one a line. */
final class RowsAsJson implements PrintedRows {
  private final PrintWriter out;
  private List<String> names = List.of();
  private String before = "[";

  RowsAsJson(PrintWriter out) {
    this.out = out;
  }

  @Override
  public void columns(List<String> columns) {
    Set<String> seen = new HashSet<>();
    for (String name : columns) {
      if (!seen.add(name)) {
        throw new LandingCommand.UsageException(
            "Two columns are named '" + name + "', which JSON cannot show. Name them with AS.");
      }
    }
    names = columns;
  }

  @Override
  public void row(List<JsonNode> values) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    for (int i = 0; i < names.size(); i++) {
      object.set(names.get(i), values.get(i));
    }
    out.println(before);
    out.print("  " + object);
    before = ",";
  }

  @Override
  public void end() {
    out.println(before.equals("[") ? "[" : "");
    out.println("]");
  }
}
