package dev.tidemark.coordinator.cli;

import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.csv.CsvFactory;
import com.fasterxml.jackson.dataformat.csv.CsvGenerator;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * CSV of RFC 4180, with a heading. Null is nothing between the commas and an empty text is {@code
 * ""}; lists and structures are JSON.
 */
final class RowsAsCsv implements PrintedRows {
  private static final CsvFactory CSV =
      CsvFactory.builder()
          .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
          .enable(CsvGenerator.Feature.ALWAYS_QUOTE_EMPTY_STRINGS)
          .build();

  private final PrintWriter out;
  private CsvGenerator csv;

  RowsAsCsv(PrintWriter out) {
    this.out = out;
  }

  @Override
  public void columns(List<String> names) {
    // Columns go by position, for a query may give two of them one name.
    CsvSchema.Builder columns = CsvSchema.builder();
    for (int i = 0; i < names.size(); i++) {
      columns.addColumn("c" + i);
    }
    try {
      csv = CSV.createGenerator(out);
      csv.setSchema(columns.build().withLineSeparator(System.lineSeparator()));
      csv.writeStartArray();
      for (String name : names) {
        csv.writeString(name);
      }
      csv.writeEndArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void row(List<JsonNode> values) {
    try {
      csv.writeStartArray();
      for (JsonNode value : values) {
        if (value.isNull()) {
          csv.writeNull();
        } else if (value.isTextual()) {
          csv.writeString(value.textValue());
        } else {
          csv.writeString(text(value));
        }
      }
      csv.writeEndArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A value as text: of a list or a structure its JSON. */
  static String text(JsonNode value) {
    return value.isContainerNode() ? value.toString() : value.asText();
  }

  @Override
  public void end() {
    try {
      csv.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
