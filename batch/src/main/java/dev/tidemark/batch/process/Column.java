package dev.tidemark.batch.process;

import java.io.Serializable;
import java.util.List;

/**
 * A declared column of an event type.
 *
 * @param path names that lead from the event to the value
 * @param required an event without it, or with a value that does not convert, goes to quarantine
 */
record Column(String name, List<String> path, ColumnType type, boolean required, String description)
    implements Serializable {
  /** The column by which output is sorted; of type timestamp. */
  static final String EVENT_TIME = "event_time";

  Column {
    path = List.copyOf(path);
  }

  /** The path as it is written in declarations. */
  String dotted() {
    return String.join(".", path);
  }
}
