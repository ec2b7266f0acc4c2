package dev.tidemark.batch.process;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.first;
import static org.apache.spark.sql.functions.row_number;

import java.io.Serializable;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.expressions.Window;
import org.apache.spark.sql.expressions.WindowSpec;

/**
 * The rows that repeat an event's id. Of the rows with one source and id the least by topic name,
 * Kafka partition and offset is the event, in every run; a repeat with equal content is a
 * duplicate, one with other content a conflict. An id that was made from the record is no repeat of
 * anything.
 *
 * <p>Only ids, positions and a hash of the content are shuffled. The result is a bit for each line
 * of the files that have repeats, so it fits a driver whatever the number of repeats.
 */
final class Repeats implements Serializable {
  private static final long serialVersionUID = 1L;

  private final Map<Integer, BitSet> duplicates = new HashMap<>();
  private final Map<Integer, BitSet> conflicts = new HashMap<>();
  private final Map<String, Long> byType = new HashMap<>();

  static Repeats among(Dataset<Row> parsed) {
    WindowSpec sameId =
        Window.partitionBy("source", "event_id")
            .orderBy(ParsedRows.TOPIC_RANK, "kafka_partition", "kafka_offset");
    Dataset<Row> repeats =
        parsed
            .filter(col(ParsedRows.ID_GIVEN))
            .select(
                col(ParsedRows.FILE),
                col(ParsedRows.LINE),
                col(ParsedRows.CONTENT),
                col(ParsedRows.TYPE),
                row_number().over(sameId).as("nth"),
                first(ParsedRows.CONTENT).over(sameId).as("winner"))
            .filter(col("nth").gt(1))
            .select(
                col(ParsedRows.FILE),
                col(ParsedRows.LINE),
                col(ParsedRows.CONTENT).equalTo(col("winner")),
                col(ParsedRows.TYPE));
    Repeats found = new Repeats();
    for (Iterator<Row> rows = repeats.toLocalIterator(); rows.hasNext(); ) {
      Row row = rows.next();
      (row.getBoolean(2) ? found.duplicates : found.conflicts)
          .computeIfAbsent(row.getInt(0), file -> new BitSet())
          .set(row.getInt(1));
      found.byType.merge(row.getString(3), 1L, Long::sum);
    }
    return found;
  }

  long duplicates() {
    return duplicates.values().stream().mapToLong(BitSet::cardinality).sum();
  }

  /** Repeats of either kind among the rows of a type. */
  long ofType(String type) {
    return byType.getOrDefault(type, 0L);
  }

  boolean isEmpty() {
    return duplicates.isEmpty() && conflicts.isEmpty();
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
