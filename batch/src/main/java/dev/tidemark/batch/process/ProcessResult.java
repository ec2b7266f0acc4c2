package dev.tidemark.batch.process;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * What became of every row. Cannot be made unless the counts add up: no row is lost and none is
 * counted twice.
 *
 * @param duplicates rows left out because an equal event with their id is in the output
 * @param configHash names the event types and the version of the output that made it
 */
public record ProcessResult(
    long rowsIn,
    long rowsOut,
    long duplicates,
    long quarantined,
    Map<String, Long> rowsByType,
    Map<String, Long> quarantinedByReason,
    String configHash) {

  public ProcessResult {
    rowsByType = Collections.unmodifiableMap(new TreeMap<>(rowsByType));
    quarantinedByReason = Collections.unmodifiableMap(new TreeMap<>(quarantinedByReason));
    if (rowsIn != rowsOut + duplicates + quarantined
        || rowsOut != sum(rowsByType)
        || quarantined != sum(quarantinedByReason)) {
      throw new IllegalArgumentException(
          String.format(
              "%d rows in are not %d out %s + %d duplicates + %d quarantined %s",
              rowsIn, rowsOut, rowsByType, duplicates, quarantined, quarantinedByReason));
    }
  }

  private static long sum(Map<String, Long> counts) {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }
}
