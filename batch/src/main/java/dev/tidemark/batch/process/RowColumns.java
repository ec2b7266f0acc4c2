package dev.tidemark.batch.process;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnWriteStore;
import org.apache.parquet.column.ColumnWriter;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.hadoop.ColumnChunkPageWriteStore;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/**
 * The columns of a row group that is being written. Rows are written a batch at a time, column by
 * column: what a column keeps and the code for it stay close while it takes its values. Lists are
 * left to Parquet's own writer.
 */
final class RowColumns {
  private static final int TOP = 0;
  private static final int NEXT_IN_LIST = 1;
  private static final int EMPTY_LIST = 1;

  private final List<ColumnPages> pages = new ArrayList<>();
  private final ColumnWriteStore lists;
  private final List<Field> fields = new ArrayList<>();

  /** How the values of a column get from rows to the file. */
  private interface Field {
    void write(RowBatch batch) throws IOException;
  }

  RowColumns(MessageType schema, ParquetProperties properties, ColumnChunkPageWriteStore out) {
    List<Type> ofLists = schema.getFields().stream().filter(t -> !t.isPrimitive()).toList();
    lists = properties.newColumnWriteStore(new MessageType(schema.getName(), ofLists), out, out);
    PageBytes page = new PageBytes();
    for (ColumnDescriptor column : schema.getColumns()) {
      if (column.getMaxRepetitionLevel() > 0) {
        ColumnWriter list = lists.getColumnWriter(column);
        fields.add(batch -> texts(batch, column.getMaxDefinitionLevel(), list));
      } else {
        ColumnPages one =
            new ColumnPages(
                column, properties, values(column, properties), out.getPageWriter(column), page);
        pages.add(one);
        fields.add(one::take);
      }
    }
  }

  private static PageValues values(ColumnDescriptor column, ParquetProperties properties) {
    return switch (column.getPrimitiveType().getPrimitiveTypeName()) {
      case BINARY -> new TextValues(column, properties);
      case BOOLEAN -> new TruthValues(column);
      default -> new NumberValues(column, from(column), properties);
    };
  }

  private static NumberValues.From from(ColumnDescriptor column) {
    return switch (column.getPath()[0]) {
      case Column.EVENT_TIME -> NumberValues.From.EVENT_TIME;
      case EventRows.PARTITION -> NumberValues.From.PARTITION;
      case EventRows.OFFSET -> NumberValues.From.OFFSET;
      default -> NumberValues.From.NEXT_VALUE;
    };
  }

  /** Writes the rows of a batch. */
  void write(RowBatch batch) throws IOException {
    for (Field field : fields) {
      field.write(batch);
    }
    // Only now: here it decides where pages of lists end, which must have all columns of a row.
    for (int i = 0; i < batch.count(); i++) {
      lists.endRecord();
    }
  }

  private static void texts(RowBatch batch, int present, ColumnWriter out) {
    for (int i = 0; i < batch.count(); i++) {
      RowCursor row = batch.row(i);
      int count = row.count();
      if (count == 0) {
        out.writeNull(TOP, EMPTY_LIST);
      }
      for (int n = 0; n < count; n++) {
        out.write(row.text(), n == 0 ? TOP : NEXT_IN_LIST, present);
      }
      batch.leave(i);
    }
  }

  /** What they hold in memory. */
  long size() {
    long size = lists.getBufferedSize();
    for (ColumnPages column : pages) {
      size += column.size();
    }
    return size;
  }

  /** Ends the row group. */
  void end() throws IOException {
    for (ColumnPages column : pages) {
      column.end();
    }
    lists.flush();
  }

  void close() {
    lists.close();
  }
}
