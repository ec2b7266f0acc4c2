package dev.tidemark.batch.process;

import java.io.Serializable;
import java.util.Optional;
import org.apache.spark.sql.Row;

/** Makes a row of a line, or none. */
interface LineMapper extends Serializable {
  Optional<Row> map(Place place, byte[] line);

  /**
   * Where a line stands.
   *
   * @param line counted from 0
   */
  record Place(Input input, int line, long offset) {}
}
