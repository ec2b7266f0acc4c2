package dev.tidemark.batch.process;

import java.util.Optional;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.statistics.Statistics;

/** Truth values, a bit each. */
final class TruthValues implements PageValues {
  private final ColumnDescriptor column;
  private final PageBytes bytes = new PageBytes();
  private int begun;
  private int bits;
  private Statistics<?> statistics;

  TruthValues(ColumnDescriptor column) {
    this.column = column;
    this.statistics = Statistics.createStats(column.getPrimitiveType());
  }

  @Override
  public void take(RowBatch batch, Presence presence) {
    for (int i = 0; i < batch.count(); i++) {
      RowCursor row = batch.row(i);
      boolean isThere = row.isNumber();
      presence.add(isThere);
      if (isThere) {
        add(row.number() != 0);
      }
      batch.leave(i);
    }
  }

  private void add(boolean value) {
    statistics.updateStats(value);
    begun |= value ? 1 << bits : 0;
    if (++bits == Byte.SIZE) {
      endByte();
    }
  }

  private void endByte() {
    bytes.write(begun);
    begun = 0;
    bits = 0;
  }

  @Override
  public long size() {
    return bytes.length();
  }

  @Override
  public Written endPage(PageBytes page, long nulls) {
    if (bits > 0) {
      endByte();
    }
    page.add(bytes);
    bytes.clear();
    Statistics<?> ended = statistics;
    ended.incrementNumNulls(nulls);
    statistics = Statistics.createStats(column.getPrimitiveType());
    return new Written(Encoding.PLAIN, ended);
  }

  @Override
  public Optional<DictionaryPage> dictionary() {
    return Optional.empty();
  }
}
