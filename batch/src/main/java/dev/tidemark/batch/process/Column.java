package dev.tidemark.batch.process;

import java.io.Serializable;
import java.util.List;

/**
 * A declared column of an event type.
 *
 * @param path names that lead from the event to the value
 * @param required an event without it, or with a value that does not convert, goes to quarantine
 * @param valueIfAbsent what stands in the output where an event has none, or null; of its type, and
 *     null unless a default is declared
 */
record Column(
    String name,
    List<String> path,
    ColumnType type,
    boolean required,
    Object valueIfAbsent,
    String description)
    implements Serializable {
  /** The column by which output is sorted; of type timestamp. */
  static final String EVENT_TIME = "event_time";

  Column {
    path = List.copyOf(path);
  }

  Column withDefault(Object value) {
    return new Column(name, path, type, required, value, description);
  }

  /** The path as it is written in declarations. */
  String dotted() {
    return String.join(".", path);
  }
}
