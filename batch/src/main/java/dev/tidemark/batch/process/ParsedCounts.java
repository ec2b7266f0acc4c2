package dev.tidemark.batch.process;

import java.io.Serializable;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.function.FlatMapFunction;

/**
 * How many lines were parsed.
 *
 * @param byFile lines by index of the input, rejected ones included
 * @param byType events by type's place in {@link EventTypes#withUnknown}, repeats included
 */
record ParsedCounts(Map<Integer, Long> byFile, Map<Integer, Long> byType, long rejected)
    implements Serializable {

  static ParsedCounts of(JavaRDD<Parsed> parsed) {
    FlatMapFunction<Iterator<Parsed>, ParsedCounts> counting =
        pieces -> List.of(of(pieces)).iterator();
    return parsed.mapPartitions(counting).collect().stream()
        .reduce(new ParsedCounts(Map.of(), Map.of(), 0), ParsedCounts::plus);
  }

  private static ParsedCounts of(Iterator<Parsed> pieces) {
    Map<Integer, Long> byFile = new HashMap<>();
    Map<Integer, Long> byType = new HashMap<>();
    long rejected = 0;
    while (pieces.hasNext()) {
      Parsed piece = pieces.next();
      if (piece instanceof Parsed.Events events) {
        byFile.merge(events.input().index(), (long) events.count(), Long::sum);
        byType.merge(events.type(), (long) events.count(), Long::sum);
      } else if (piece instanceof Parsed.Rejected line) {
        byFile.merge(line.file(), 1L, Long::sum);
        rejected++;
      }
    }
    return new ParsedCounts(byFile, byType, rejected);
  }

  private ParsedCounts plus(ParsedCounts other) {
    return new ParsedCounts(
        sum(byFile, other.byFile), sum(byType, other.byType), rejected + other.rejected);
  }

  private static <K> Map<K, Long> sum(Map<K, Long> one, Map<K, Long> other) {
    Map<K, Long> sum = new HashMap<>(one);
    other.forEach((key, count) -> sum.merge(key, count, Long::sum));
    return sum;
  }

  long rows() {
    return byFile.values().stream().mapToLong(Long::longValue).sum();
  }
}
