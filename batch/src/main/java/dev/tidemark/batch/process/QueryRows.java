package dev.tidemark.batch.process;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** Takes the answer to a query, row by row. */
public interface QueryRows {
  /** Comes first, once; names may repeat. */
  void columns(List<String> names);

  /**
   * A row, with a value for each column. Numbers, booleans and null are what they are; lists, maps
   * and structures are arrays and objects; times are ISO 8601 text, in UTC; bytes are Base64.
   *
   * @return whether more rows are wanted
   */
  boolean row(List<JsonNode> values);

  /** The query may have missed the hours of this text, for they were being replaced. */
  void mayMiss(String partitions);
}
