package dev.tidemark.batch.process;

import static org.apache.spark.sql.functions.col;

import java.util.HashMap;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * How many lines were parsed.
 *
 * @param byFile lines by index of the input, rejected ones included
 * @param byType events by type, repeats included
 */
record ParsedCounts(Map<Integer, Long> byFile, Map<String, Long> byType, long rejected) {

  static ParsedCounts of(Dataset<Row> parsed) {
    Map<Integer, Long> byFile = new HashMap<>();
    Map<String, Long> byType = new HashMap<>();
    long rejected = 0;
    for (Row row :
        parsed.groupBy(col(ParsedRows.FILE), col(ParsedRows.TYPE)).count().collectAsList()) {
      long count = row.getLong(2);
      byFile.merge(row.getInt(0), count, Long::sum);
      if (row.isNullAt(1)) {
        rejected += count;
      } else {
        byType.merge(row.getString(1), count, Long::sum);
      }
    }
    return new ParsedCounts(byFile, byType, rejected);
  }

  long rows() {
    return byFile.values().stream().mapToLong(Long::longValue).sum();
  }
}
