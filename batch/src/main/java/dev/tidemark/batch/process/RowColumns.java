package dev.tidemark.batch.process;

import java.util.List;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnWriteStore;
import org.apache.parquet.column.ColumnWriter;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/**
 * The columns of a row group that is being written. Rows are written a batch at a time, column by
 * column: what a column keeps and the code for it stay close while it takes its values.
 */
final class RowColumns {
  private static final int TOP = 0;
  private static final int NEXT_IN_LIST = 1;
  private static final int EMPTY_LIST = 1;
  private static final int PRESENT = 1;

  private final ColumnWriteStore store;
  private final Field[] fields;

  /** How the values of a column get from rows to the file. */
  private interface Field {
    void write(RowCursor row);
  }

  RowColumns(MessageType schema, ColumnWriteStore store) {
    this.store = store;
    List<ColumnDescriptor> columns = schema.getColumns();
    fields = columns.stream().map(c -> field(c, store.getColumnWriter(c))).toArray(Field[]::new);
  }

  private static Field field(ColumnDescriptor column, ColumnWriter out) {
    PrimitiveTypeName type = column.getPrimitiveType().getPrimitiveTypeName();
    return switch (column.getPath()[0]) {
      case Column.EVENT_TIME -> row -> eventTime(row, out);
      case EventRows.PARTITION -> row -> out.write(row.partition(), TOP, PRESENT);
      case EventRows.OFFSET -> row -> out.write(row.offset(), TOP, PRESENT);
      default -> {
        if (column.getMaxRepetitionLevel() > 0) {
          int present = column.getMaxDefinitionLevel();
          yield row -> texts(row, present, out);
        }
        yield switch (type) {
          case BINARY -> row -> text(row, out);
          case DOUBLE -> row -> decimal(row, out);
          case BOOLEAN -> row -> truth(row, out);
          default -> row -> number(row, out);
        };
      }
    };
  }

  /** Writes the rows of a batch. */
  void write(RowBatch batch) {
    for (Field field : fields) {
      for (int i = 0; i < batch.count(); i++) {
        field.write(batch.row(i));
        batch.leave(i);
      }
    }
    // Only now: here it decides where pages end, which must have all columns of a row.
    for (int i = 0; i < batch.count(); i++) {
      store.endRecord();
    }
  }

  private static void eventTime(RowCursor row, ColumnWriter out) {
    if (row.eventTime() == RowBytes.NO_TIME) {
      out.writeNull(TOP, 0);
    } else {
      out.write(row.eventTime(), TOP, PRESENT);
    }
  }

  private static void number(RowCursor row, ColumnWriter out) {
    if (row.isNumber()) {
      out.write(row.number(), TOP, PRESENT);
    } else {
      out.writeNull(TOP, 0);
    }
  }

  private static void decimal(RowCursor row, ColumnWriter out) {
    if (row.isNumber()) {
      out.write(Double.longBitsToDouble(row.number()), TOP, PRESENT);
    } else {
      out.writeNull(TOP, 0);
    }
  }

  private static void truth(RowCursor row, ColumnWriter out) {
    if (row.isNumber()) {
      out.write(row.number() != 0, TOP, PRESENT);
    } else {
      out.writeNull(TOP, 0);
    }
  }

  private static void text(RowCursor row, ColumnWriter out) {
    Binary text = row.text();
    if (text != null) {
      out.write(text, TOP, PRESENT);
    } else {
      out.writeNull(TOP, 0);
    }
  }

  private static void texts(RowCursor row, int present, ColumnWriter out) {
    int count = row.count();
    if (count == 0) {
      out.writeNull(TOP, EMPTY_LIST);
    }
    for (int i = 0; i < count; i++) {
      out.write(row.text(), i == 0 ? TOP : NEXT_IN_LIST, present);
    }
  }
}
