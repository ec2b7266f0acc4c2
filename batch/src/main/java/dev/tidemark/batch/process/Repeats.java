package dev.tidemark.batch.process;

import dev.tidemark.batch.process.IdTable.Repeat;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.spark.HashPartitioner;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.api.java.function.PairFlatMapFunction;
import scala.Tuple2;

/**
 * The events that repeat an event's id. Of those with one source and id the least by topic name,
 * Kafka partition and offset is the event, in every run; a repeat with equal content is a
 * duplicate, one with other content a conflict. An id that was made from the record is no repeat of
 * anything.
 *
 * <p>Only fingerprints and positions are shuffled. The result is a bit for each line of the files
 * that have repeats, so it fits a driver whatever the number of repeats.
 */
final class Repeats implements Serializable {
  private static final long serialVersionUID = 1L;

  /** About 15 MB with what finds them: near a processor's cache, and little beside the rows. */
  private static final long MOST_IN_TABLE = 250_000;

  /** What these find at once fits the driver even if every event is a repeat. */
  private static final int MOST_TABLES_AT_ONCE = 16;

  private final Map<Integer, BitSet> duplicates = new HashMap<>();
  private final Map<Integer, BitSet> conflicts = new HashMap<>();
  private final Map<Integer, Long> byType = new HashMap<>();

  /** Finds them, in as many tables at once as the caller likes, or more if that is too few. */
  static Repeats among(JavaRDD<Parsed> parsed, long rows, int parallelism) {
    int tables = (int) Math.max(parallelism, 1 + rows / MOST_IN_TABLE);
    PairFlatMapFunction<Iterator<Parsed>, Integer, byte[]> write =
        pieces -> pieces(pieces, tables).iterator();
    FlatMapFunction<Iterator<Tuple2<Integer, byte[]>>, Repeat> find =
        pieces -> {
          List<byte[]> mine = new ArrayList<>();
          pieces.forEachRemaining(p -> mine.add(p._2()));
          return new IdTable(mine).repeats().iterator();
        };
    JavaRDD<Repeat> repeats =
        parsed
            .mapPartitionsToPair(write)
            .partitionBy(new HashPartitioner(tables))
            .mapPartitions(find);
    Repeats found = new Repeats();
    int atOnce = Math.min(parallelism, MOST_TABLES_AT_ONCE);
    for (int from = 0; from < tables; from += atOnce) {
      int[] some = IntStream.range(from, Math.min(from + atOnce, tables)).toArray();
      for (List<Repeat> ofTable : repeats.collectPartitions(some)) {
        ofTable.forEach(found::add);
      }
    }
    return found;
  }

  private static List<Tuple2<Integer, byte[]>> pieces(Iterator<Parsed> parsed, int tables) {
    Map<Integer, IdTable.Writer> byTable = new HashMap<>();
    while (parsed.hasNext()) {
      if (parsed.next() instanceof Parsed.Events events) {
        for (int i = 0; i < events.count(); i++) {
          if (events.hasId(i)) {
            int table = (int) Long.remainderUnsigned(events.ids()[2 * i + 1], tables);
            byTable.computeIfAbsent(table, t -> new IdTable.Writer()).add(events, i);
          }
        }
      }
    }
    List<Tuple2<Integer, byte[]>> pieces = new ArrayList<>();
    byTable.forEach((table, writer) -> pieces.add(new Tuple2<>(table, writer.toByteArray())));
    return pieces;
  }

  private void add(Repeat repeat) {
    (repeat.sameContent() ? duplicates : conflicts)
        .computeIfAbsent(repeat.file(), file -> new BitSet())
        .set(repeat.line());
    byType.merge(repeat.type(), 1L, Long::sum);
  }

  long duplicates() {
    return duplicates.values().stream().mapToLong(BitSet::cardinality).sum();
  }

  /** Repeats of either kind among the events of a type. */
  long ofType(int type) {
    return byType.getOrDefault(type, 0L);
  }

  boolean hasConflicts(int file) {
    return conflicts.containsKey(file);
  }

  boolean isConflict(int file, int line) {
    return has(conflicts, file, line);
  }

  boolean isWinner(int file, int line) {
    return !has(conflicts, file, line) && !has(duplicates, file, line);
  }

  private static boolean has(Map<Integer, BitSet> lines, int file, int line) {
    BitSet bits = lines.get(file);
    return bits != null && bits.get(line);
  }
}
