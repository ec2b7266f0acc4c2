package dev.tidemark.batch.process;

import java.io.IOException;
import java.util.Optional;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.page.PageWriter;

/** A column of a row group that is no list: its pages, of the first version of Parquet's format. */
final class ColumnPages {
  private final ParquetProperties properties;
  private final PageValues values;
  private final Presence presence;
  private final PageWriter out;
  private final PageBytes page;

  /**
   * Begins the first page.
   *
   * @param page is used while one is written, and may be another's too
   */
  ColumnPages(
      ColumnDescriptor column,
      ParquetProperties properties,
      PageValues values,
      PageWriter out,
      PageBytes page) {
    this.properties = properties;
    this.values = values;
    this.presence = new Presence(column.getMaxDefinitionLevel() == 0, properties.getAllocator());
    this.out = out;
    this.page = page;
  }

  /** Takes the next value of each row. */
  void take(RowBatch batch) throws IOException {
    values.take(batch, presence);
    if (presence.count() >= properties.getPageRowCountLimit()
        || values.size() >= properties.getPageSizeThreshold()) {
      endPage();
    }
  }

  /** What it holds in memory. */
  long size() {
    return out.getMemSize() + values.size();
  }

  /** Ends the row group. */
  void end() throws IOException {
    if (presence.count() > 0) {
      endPage();
    }
    Optional<DictionaryPage> dictionary = values.dictionary();
    if (dictionary.isPresent()) {
      out.writeDictionaryPage(dictionary.get());
    }
  }

  @SuppressWarnings("deprecation") // as Parquet's own writer calls nothing at all
  private void endPage() throws IOException {
    int count = presence.count();
    int nulls = presence.nulls();
    Encoding levels = presence.encoding();
    page.clear();
    presence.endPage(page);
    PageValues.Written written = values.endPage(page, nulls);
    out.writePage(
        page.toInput(),
        count,
        count,
        written.statistics(),
        Encoding.BIT_PACKED,
        levels,
        written.encoding());
  }
}
