package dev.tidemark.batch.process;

import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/** Numbers, whole or not, and times. */
final class NumberValues extends DictionaryOrPlain {
  private final NumberDictionary dictionary = new NumberDictionary();
  private final From from;
  private final PrimitiveTypeName type;
  private final int width;
  private Statistics<?> statistics;

  /** Where in a row the number stands. */
  enum From {
    EVENT_TIME,
    PARTITION,
    OFFSET,
    NEXT_VALUE
  }

  NumberValues(ColumnDescriptor column, From from, ParquetProperties properties) {
    super(column, properties);
    this.from = from;
    type = column.getPrimitiveType().getPrimitiveTypeName();
    width = type == PrimitiveTypeName.INT32 ? Integer.BYTES : Long.BYTES;
    statistics = Statistics.createStats(column.getPrimitiveType());
  }

  @Override
  public void take(RowBatch batch, Presence presence) {
    for (int i = 0; i < batch.count(); i++) {
      RowCursor row = batch.row(i);
      boolean isThere = isThere(row);
      presence.add(isThere);
      if (isThere) {
        add(number(row));
      }
      batch.leave(i);
    }
  }

  private boolean isThere(RowCursor row) {
    return switch (from) {
      case EVENT_TIME -> row.eventTime() != RowBytes.NO_TIME;
      case PARTITION, OFFSET -> true;
      case NEXT_VALUE -> row.isNumber();
    };
  }

  private long number(RowCursor row) {
    return switch (from) {
      case EVENT_TIME -> row.eventTime();
      case PARTITION -> row.partition();
      case OFFSET -> row.offset();
      case NEXT_VALUE -> row.number();
    };
  }

  private void add(long number) {
    switch (type) {
      case INT32 -> statistics.updateStats((int) number);
      case DOUBLE -> statistics.updateStats(Double.longBitsToDouble(number));
      default -> statistics.updateStats(number);
    }
    if (isPlain()) {
      write(number, plain());
    } else {
      add(dictionary.numberOf(number), width);
    }
  }

  private void write(long number, PageBytes out) {
    if (width == Integer.BYTES) {
      out.four((int) number);
    } else {
      out.eight(number);
    }
  }

  @Override
  int entries() {
    return dictionary.size();
  }

  @Override
  void writeEntry(int number, PageBytes out) {
    write(dictionary.value(number), out);
  }

  @Override
  long entriesSize() {
    return (long) width * dictionary.size();
  }

  @Override
  Statistics<?> endStatistics() {
    Statistics<?> ended = statistics;
    statistics = Statistics.createStats(column().getPrimitiveType());
    return ended;
  }
}
