package dev.tidemark.batch.process;

import java.util.Iterator;
import java.util.NoSuchElementException;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.unsafe.Platform;

/**
 * The output rows of one type without repeats. Each row is the same object, as Spark's own readers
 * have it.
 */
record Winners(int type, int columns, Broadcast<Repeats> repeats)
    implements FlatMapFunction<Iterator<Parsed>, InternalRow> {

  @Override
  public Iterator<InternalRow> call(Iterator<Parsed> pieces) {
    return new Rows(pieces, repeats.value());
  }

  private final class Rows implements Iterator<InternalRow> {
    private final Iterator<Parsed> pieces;
    private final Repeats found;
    private final UnsafeRow row = new UnsafeRow(columns);
    private Parsed.Events events;
    private int next;

    Rows(Iterator<Parsed> pieces, Repeats found) {
      this.pieces = pieces;
      this.found = found;
    }

    @Override
    public boolean hasNext() {
      while (true) {
        while (events != null && next < events.count()) {
          if (found.isWinner(events.input().index(), events.lines()[next])) {
            return true;
          }
          next++;
        }
        if (!pieces.hasNext()) {
          return false;
        }
        if (pieces.next() instanceof Parsed.Events piece && piece.type() == type) {
          events = piece;
          next = 0;
        }
      }
    }

    @Override
    public InternalRow next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      int from = next == 0 ? 0 : events.ends()[next - 1];
      int size = events.ends()[next] - from;
      row.pointTo(events.rows(), (long) Platform.BYTE_ARRAY_OFFSET + from, size);
      next++;
      return row;
    }
  }
}
