package dev.tidemark.batch.process;

import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.bytes.BytesUtils;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.column.values.rle.RunLengthBitPackingHybridEncoder;

/**
 * Values that are written as numbers of a dictionary while that pays, and plain from then on. It
 * does as Parquet's own writer: the first page says whether a dictionary pays, and later the
 * dictionary may grow too large.
 */
abstract class DictionaryOrPlain implements PageValues {
  private final ColumnDescriptor column;
  private final ParquetProperties properties;
  private final PageBytes plain = new PageBytes();

  private boolean isPlain;

  /** Of the values of the page, while it is not plain. */
  private int[] numbers = new int[256];

  private int count;
  private long size;

  /** How many entries of the dictionary the ended pages refer to. */
  private int entriesUsed;

  DictionaryOrPlain(ColumnDescriptor column, ParquetProperties properties) {
    this.column = column;
    this.properties = properties;
    this.isPlain = !properties.isDictionaryEnabled(column);
  }

  /** How many different values there are. */
  abstract int entries();

  /** Adds one of them, in its plain form. */
  abstract void writeEntry(int number, PageBytes out);

  /** The bytes of all of them. */
  abstract long entriesSize();

  /** Of the page's values; empty ones where they would tell nothing. Begins those of the next. */
  abstract Statistics<?> endStatistics();

  final ColumnDescriptor column() {
    return column;
  }

  final boolean isPlain() {
    return isPlain;
  }

  /** Where values are added once it is plain. */
  final PageBytes plain() {
    return plain;
  }

  /** Adds a value of the dictionary, which has so many bytes in its plain form. */
  final void add(int number, int bytes) {
    if (count == numbers.length) {
      numbers = Arrays.copyOf(numbers, 2 * count);
    }
    numbers[count++] = number;
    size += bytes;
    if (entriesSize() > properties.getDictionaryPageSizeThreshold()) {
      becomePlain();
    }
  }

  private void becomePlain() {
    for (int i = 0; i < count; i++) {
      writeEntry(numbers[i], plain);
    }
    isPlain = true;
    count = 0;
    size = 0;
  }

  @Override
  public final long size() {
    return isPlain ? plain.length() : size;
  }

  @Override
  @SuppressWarnings("deprecation") // as files of Parquet's first version call it
  public final Written endPage(PageBytes page, long nulls) throws IOException {
    // Before the first value it is open what will be, and there is nothing to refer to.
    if (!isPlain && entries() > 0) {
      int begin = page.length();
      writeNumbers(page);
      boolean pays = page.length() - begin + entriesSize() < size;
      if (entriesUsed > 0 || pays) {
        entriesUsed = entries();
        count = 0;
        size = 0;
        return new Written(Encoding.PLAIN_DICTIONARY, statistics(nulls, false));
      }
      page.cutTo(begin);
      becomePlain();
    }
    boolean hasValues = plain.length() > 0;
    page.add(plain);
    plain.clear();
    return new Written(Encoding.PLAIN, statistics(nulls, hasValues));
  }

  private Statistics<?> statistics(long nulls, boolean mayLackValues) {
    Statistics<?> statistics = endStatistics();
    if (mayLackValues && !statistics.hasNonNullValue()) {
      // With a number of nulls and nothing else they would say that all are nulls.
      return Statistics.getBuilderForReading(column.getPrimitiveType()).build();
    }
    statistics.incrementNumNulls(nulls);
    return statistics;
  }

  private void writeNumbers(PageBytes page) throws IOException {
    int bits = BytesUtils.getWidthFromMaxInt(entries() - 1);
    page.write(bits);
    try (RunLengthBitPackingHybridEncoder encoder =
        new RunLengthBitPackingHybridEncoder(
            bits, 1 << 10, properties.getPageSizeThreshold(), properties.getAllocator())) {
      for (int i = 0; i < count; i++) {
        encoder.writeInt(numbers[i]);
      }
      encoder.toBytes().writeAllTo(page);
    }
  }

  @Override
  @SuppressWarnings("deprecation") // as files of Parquet's first version call it
  public final Optional<DictionaryPage> dictionary() {
    if (entriesUsed == 0) {
      return Optional.empty();
    }
    PageBytes all = new PageBytes();
    for (int number = 0; number < entriesUsed; number++) {
      writeEntry(number, all);
    }
    BytesInput bytes = all.toInput();
    return Optional.of(new DictionaryPage(bytes, entriesUsed, Encoding.PLAIN_DICTIONARY));
  }
}
