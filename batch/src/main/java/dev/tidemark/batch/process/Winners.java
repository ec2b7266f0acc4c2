package dev.tidemark.batch.process;

import java.util.Iterator;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.PairFlatMapFunction;
import org.apache.spark.broadcast.Broadcast;
import scala.Tuple2;

/**
 * The output rows of one type without repeats, in order, as an output format takes them. All are
 * the same object.
 */
record Winners(int type, Broadcast<Repeats> repeats)
    implements PairFlatMapFunction<Iterator<Parsed>, Void, RowPlace> {

  @Override
  public Iterator<Tuple2<Void, RowPlace>> call(Iterator<Parsed> pieces) {
    Repeats found = repeats.value();
    RowSorter sorter = new RowSorter(TaskContext.get());
    while (pieces.hasNext()) {
      if (pieces.next() instanceof Parsed.Events events && events.type() == type) {
        add(events, found, sorter);
      }
    }
    return new Pairs(sorter.sorted());
  }

  private static void add(Parsed.Events events, Repeats found, RowSorter sorter) {
    int from = 0;
    for (int i = 0; i < events.count(); i++) {
      int until = events.ends()[i];
      if (found.isWinner(events.input().index(), events.lines()[i])) {
        sorter.add(events.rows(), from, until - from);
      }
      from = until;
    }
  }

  private record Pairs(Iterator<RowPlace> rows) implements Iterator<Tuple2<Void, RowPlace>> {
    @Override
    public boolean hasNext() {
      return rows.hasNext();
    }

    @Override
    public Tuple2<Void, RowPlace> next() {
      return new Tuple2<>(null, rows.next());
    }
  }
}
