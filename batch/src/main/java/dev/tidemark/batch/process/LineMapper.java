package dev.tidemark.batch.process;

import java.io.Serializable;
import java.util.function.Consumer;

/** Makes something of the lines of input files. */
interface LineMapper<T> extends Serializable {
  /** Begins a task, which reads one file after another. */
  Task<T> begin();

  /** For one thread. */
  interface Task<T> {
    /** A line, without its end. */
    void line(Place place, byte[] line, Consumer<T> out);

    /** The file is read to its end. */
    void end(Input input, Consumer<T> out);
  }

  /**
   * Where a line stands.
   *
   * @param line counted from 0
   */
  record Place(Input input, int line, long offset) {}
}
