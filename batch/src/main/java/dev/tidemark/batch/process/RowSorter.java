package dev.tidemark.batch.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;
import org.apache.spark.internal.config.package$;
import org.apache.spark.unsafe.Platform;
import org.apache.spark.util.collection.unsafe.sort.PrefixComparators;
import org.apache.spark.util.collection.unsafe.sort.RecordComparator;
import org.apache.spark.util.collection.unsafe.sort.UnsafeExternalSorter;
import org.apache.spark.util.collection.unsafe.sort.UnsafeSorterIterator;

/**
 * Sorts rows of {@link RowBytes} by event time, topic, Kafka partition and offset with Spark's
 * sorter, which goes to the disk with what its share of the memory does not hold. For a task, whose
 * end releases what it took.
 */
final class RowSorter {
  private final UnsafeExternalSorter sorter;

  RowSorter(TaskContext task) {
    SparkEnv env = SparkEnv.get();
    SparkConf conf = env.conf();
    package$ settings = package$.MODULE$;
    sorter =
        UnsafeExternalSorter.create(
            task.taskMemoryManager(),
            env.blockManager(),
            env.serializerManager(),
            task,
            InOrder::new,
            PrefixComparators.LONG,
            ((Long) conf.get(settings.SHUFFLE_SORT_INIT_BUFFER_SIZE())).intValue(),
            env.memoryManager().pageSizeBytes(),
            (Integer) conf.get(settings.SHUFFLE_SPILL_NUM_ELEMENTS_FORCE_SPILL_THRESHOLD()),
            (Long) conf.get(settings.SHUFFLE_SPILL_MAX_SIZE_FORCE_SPILL_THRESHOLD()),
            (Integer) conf.get(settings.UNSAFE_SORTER_SPILL_MERGE_FACTOR()),
            false);
  }

  /** Takes a row that stands in these bytes. */
  void add(byte[] rows, int from, int length) {
    long offset = Platform.BYTE_ARRAY_OFFSET + (long) from;
    try {
      sorter.insertRecord(
          rows, offset, length, Platform.getLong(rows, offset + RowBytes.EVENT_TIME), false);
    } catch (IOException e) {
      throw new UncheckedIOException("Rows cannot be put on the disk", e);
    }
  }

  /** The rows in order; all are the same object. */
  Iterator<RowPlace> sorted() {
    try {
      return new Sorted(sorter.getSortedIterator());
    } catch (IOException e) {
      throw new UncheckedIOException("Rows cannot be read back from the disk", e);
    }
  }

  private static final class Sorted implements Iterator<RowPlace> {
    private final UnsafeSorterIterator rows;
    private final RowPlace place = new RowPlace();

    Sorted(UnsafeSorterIterator rows) {
      this.rows = rows;
    }

    @Override
    public boolean hasNext() {
      return rows.hasNext();
    }

    @Override
    public RowPlace next() {
      if (!rows.hasNext()) {
        throw new NoSuchElementException();
      }
      try {
        rows.loadNext();
      } catch (IOException e) {
        throw new UncheckedIOException("Rows cannot be read back from the disk", e);
      }
      place.moveTo(rows.getBaseObject(), rows.getBaseOffset(), rows.getRecordLength());
      return place;
    }
  }

  private static final class InOrder extends RecordComparator {
    @Override
    public int compare(
        Object left, long leftOffset, int leftLength, Object right, long rightOffset, int length) {
      int order =
          Long.compare(
              Platform.getLong(left, leftOffset + RowBytes.EVENT_TIME),
              Platform.getLong(right, rightOffset + RowBytes.EVENT_TIME));
      if (order == 0) {
        order =
            Integer.compare(
                Platform.getInt(left, leftOffset + RowBytes.TOPIC_RANK),
                Platform.getInt(right, rightOffset + RowBytes.TOPIC_RANK));
      }
      if (order == 0) {
        order =
            Integer.compare(
                Platform.getInt(left, leftOffset + RowBytes.PARTITION),
                Platform.getInt(right, rightOffset + RowBytes.PARTITION));
      }
      return order != 0
          ? order
          : Long.compare(
              Platform.getLong(left, leftOffset + RowBytes.OFFSET),
              Platform.getLong(right, rightOffset + RowBytes.OFFSET));
    }
  }
}
