package dev.tidemark.batch.process;

import java.util.Arrays;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.column.statistics.Statistics;

/**
 * Texts. There are statistics of them as long as they have a dictionary: so the least and the
 * greatest are looked for among different texts alone. Those of texts that are nearly all different
 * (ids, addresses of pages) would tell a reader nothing, for every page has about the same.
 */
final class TextValues extends DictionaryOrPlain {
  private static final int NONE = -1;

  private final TextDictionary dictionary = new TextDictionary();

  /** The last page that each text was met in. */
  private int[] lastPages = new int[256];

  private int page = 1;
  private int least = NONE;
  private int greatest = NONE;

  TextValues(ColumnDescriptor column, ParquetProperties properties) {
    super(column, properties);
  }

  @Override
  public void take(RowBatch batch, Presence presence) {
    for (int i = 0; i < batch.count(); i++) {
      RowCursor row = batch.row(i);
      boolean isThere = row.isText();
      presence.add(isThere);
      if (isThere) {
        add(row.bytes(), row.textFrom(), row.textLength());
      }
      batch.leave(i);
    }
  }

  private void add(byte[] bytes, int from, int length) {
    if (isPlain()) {
      plain().text(bytes, from, length);
      return;
    }
    int number = dictionary.numberOf(bytes, from, length);
    if (number >= lastPages.length) {
      lastPages = Arrays.copyOf(lastPages, 2 * number);
    }
    if (lastPages[number] != page) {
      lastPages[number] = page;
      least = least == NONE || dictionary.compare(number, least) < 0 ? number : least;
      greatest = greatest == NONE || dictionary.compare(number, greatest) > 0 ? number : greatest;
    }
    add(number, Integer.BYTES + length);
  }

  @Override
  int entries() {
    return dictionary.size();
  }

  @Override
  void writeEntry(int number, PageBytes out) {
    dictionary.write(number, out);
  }

  @Override
  long entriesSize() {
    return dictionary.bytes();
  }

  @Override
  Statistics<?> endStatistics() {
    Statistics<?> statistics = Statistics.createStats(column().getPrimitiveType());
    if (!isPlain() && least != NONE) {
      statistics.updateStats(dictionary.text(least));
      statistics.updateStats(dictionary.text(greatest));
    }
    page++;
    least = NONE;
    greatest = NONE;
    return statistics;
  }
}
