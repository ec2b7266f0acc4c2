package dev.tidemark.coordinator.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** Prints the answer to a query in one format. */
interface PrintedRows {
  void columns(List<String> names);

  void row(List<JsonNode> values);

  /** Comes last, once. */
  void end();
}
