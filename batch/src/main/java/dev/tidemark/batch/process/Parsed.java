package dev.tidemark.batch.process;

import java.io.Serializable;
import org.apache.spark.sql.Row;

/** What a task makes of input files, piece by piece. */
sealed interface Parsed extends Serializable {

  /**
   * Events of one file and type.
   *
   * @param type its place in {@link EventTypes#withUnknown}
   * @param rows the output rows as {@link RowBytes}, one after the other
   * @param ends where in {@code rows} each ends
   * @param lines where in the file each stands, counted from 0
   * @param offsets each one's Kafka offset
   * @param ids fingerprints of source and id, two numbers each; zeros for an event without an id
   * @param contents fingerprints of what the events say, likewise
   */
  @SuppressWarnings("ArrayRecordComponent") // a container, which nobody compares
  record Events(
      Input input,
      int type,
      byte[] rows,
      int[] ends,
      int[] lines,
      long[] offsets,
      long[] ids,
      long[] contents)
      implements Parsed {
    int count() {
      return ends.length;
    }

    boolean hasId(int i) {
      return (ids[2 * i] | ids[2 * i + 1]) != 0;
    }
  }

  /**
   * A line that is no event.
   *
   * @param row of {@link QuarantineRows}
   */
  record Rejected(int file, Row row) implements Parsed {}
}
