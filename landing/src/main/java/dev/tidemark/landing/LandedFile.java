package dev.tidemark.landing;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A file of record values, one per line, of one Kafka partition and one hour partition. Line k
 * (counted from 0) is the k-th offset of {@code offsets}, so a line leads back to its record.
 *
 * @param name file name, unique in a root's life; its directory follows from partition and
 *     generation
 * @param rows lines
 * @param bytes length of the file as stored
 * @param source the topic-partition that all lines came from
 * @param offsets ascending ranges without the offsets that have no line
 * @param minTime least record time, absent when no line had a usable one
 * @param maxTime greatest record time, likewise
 */
public record LandedFile(
    String name,
    GenerationId generation,
    long rows,
    long bytes,
    TopicPartition source,
    List<OffsetRange> offsets,
    Optional<Instant> minTime,
    Optional<Instant> maxTime) {

  public LandedFile {
    offsets = List.copyOf(offsets);
    long length = offsets.stream().mapToLong(OffsetRange::length).sum();
    if (length != rows) {
      throw new IllegalArgumentException(
          name + " has " + rows + " rows but its offsets are " + length);
    }
  }

  public LandedFile in(GenerationId other) {
    return new LandedFile(name, other, rows, bytes, source, offsets, minTime, maxTime);
  }
}
