package dev.tidemark.landing;

/**
 * One closing of a partition. Generation 0 holds what came in time and lands in {@code raw}; a late
 * generation is numbered by the version of the log entry that opens it and lands in {@code late}.
 */
public record GenerationId(PartitionId partition, long number) implements Comparable<GenerationId> {
  public boolean isLate() {
    return number > 0;
  }

  @Override
  public int compareTo(GenerationId other) {
    int byPartition = partition.compareTo(other.partition);
    return byPartition != 0 ? byPartition : Long.compare(number, other.number);
  }

  @Override
  public String toString() {
    return isLate() ? partition + " generation " + number : partition.toString();
  }
}
