package dev.tidemark.batch.process;

import java.io.IOException;
import java.util.Optional;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.statistics.Statistics;

/** The values of a column on their way from rows to pages, in one row group. */
interface PageValues {
  /** Takes the next value of each row, and says of each whether it is there. */
  void take(RowBatch batch, Presence presence);

  /** The bytes that the page would have if no value were met twice. */
  long size();

  /**
   * Ends a page: adds its values, and begins the next.
   *
   * @param nulls values that were not there
   */
  Written endPage(PageBytes page, long nulls) throws IOException;

  /** What the pages refer to, after the last of them; empty if they do not. */
  Optional<DictionaryPage> dictionary();

  /**
   * How a page was written.
   *
   * @param statistics of its values; empty ones where they would tell a reader nothing, and then
   *     the column has none in this row group
   */
  record Written(Encoding encoding, Statistics<?> statistics) {}
}
