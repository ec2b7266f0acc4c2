package dev.tidemark.batch.process;

import java.io.Serializable;
import java.util.List;

/**
 * A declared type: events whose value at {@code matchPath} is {@code matchValue}.
 *
 * @param name its output's directory is {@code type=<name>}
 */
record EventType(String name, List<String> matchPath, String matchValue, List<Column> columns)
    implements Serializable {
  /** Takes what no declared type matches; has no columns of its own. */
  static final EventType UNKNOWN = new EventType("unknown", List.of(), "", List.of());

  /** Directories of an output are named so, {@code type=<name>}. */
  static final String LEVEL = "type";

  EventType {
    matchPath = List.copyOf(matchPath);
    columns = List.copyOf(columns);
  }
}
