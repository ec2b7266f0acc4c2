package dev.tidemark.batch.process;

import java.util.function.Consumer;
import org.apache.spark.sql.Row;

/** Picks the events whose id was used for another one before, with their bytes. */
record ConflictMapper(Repeats repeats) implements LineMapper<Row> {
  private static final String REASON = "event id repeated with other content";

  @Override
  public Task<Row> begin() {
    return new Picking();
  }

  private final class Picking implements Task<Row> {
    @Override
    public void line(Place place, byte[] line, Consumer<Row> out) {
      if (repeats.isConflict(place.input().index(), place.line())) {
        out.accept(QuarantineRows.row(REASON, place, line));
      }
    }

    @Override
    public void end(Input input, Consumer<Row> out) {
      // Nothing is kept over a file's end.
    }
  }
}
