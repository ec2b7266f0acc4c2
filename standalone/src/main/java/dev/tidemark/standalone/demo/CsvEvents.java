package dev.tidemark.standalone.demo;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.csv.CsvFactory;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import java.io.BufferedReader;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * CSV with a header row, quoted as RFC 4180 says. Each row is an event whose members have the
 * header's names. An empty cell is left out; a cell that reads as a plain JSON number is one, with
 * its digits as they stand; everything else is a string.
 */
final class CsvEvents {
  private static final ObjectMapper JSON = new JsonMapper();

  // No exponent, no leading zero, and no more digits than a double keeps: 007 and long ids are
  // text.
  private static final Pattern NUMBER = Pattern.compile("-?(?:0|[1-9]\\d*)(?:\\.\\d+)?");
  private static final int DIGITS_OF_A_DOUBLE = 15;

  private final String name;
  private final JsonParser parser;
  private final List<String> header;
  private long line;

  CsvEvents(String name, BufferedReader reader) throws IOException {
    this.name = name;
    this.parser =
        CsvFactory.builder()
            .enable(CsvParser.Feature.SKIP_EMPTY_LINES)
            .build()
            .createParser(reader);
    this.header = checked(nextRow());
  }

  private List<String> checked(List<String> names) {
    Set<String> seen = new HashSet<>();
    for (String column : names) {
      if (column.isBlank() || !seen.add(column)) {
        throw new EventFileException(
            name
                + ", line 1, must be a header row that names each column once. Found: "
                + String.join(",", names));
      }
    }
    return names;
  }

  Stream<byte[]> events() {
    return Stream.generate(this::nextRow).takeWhile(row -> !row.isEmpty()).map(this::event);
  }

  /** The cells of the next row; none at the end of the file. */
  private List<String> nextRow() {
    List<String> cells = new ArrayList<>();
    try {
      parser.nextToken(); // the row's start
      while (parser.nextToken() == JsonToken.VALUE_STRING) {
        String cell = parser.getText();
        if (cells.isEmpty()) {
          // The parser stands behind this cell, which may itself have begun lines above.
          line = parser.currentLocation().getLineNr() - cell.chars().filter(c -> c == '\n').count();
        }
        cells.add(cell);
      }
      return cells;
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  private EventFileException unreadable(IOException e) {
    if (e instanceof JsonProcessingException json) {
      return new EventFileException(
          name
              + ", at or after line "
              + line
              + ", is not CSV: "
              + json.getOriginalMessage()
              + ". A quote inside a quoted cell is written twice.",
          e);
    }
    return EventFile.unreadable(name, e);
  }

  private byte[] event(List<String> cells) {
    if (cells.size() != header.size()) {
      throw new EventFileException(
          name
              + ", line "
              + line
              + ", has "
              + cells.size()
              + " cells, the header "
              + header.size()
              + ". A cell that contains a comma must be in double quotes.");
    }
    ObjectNode event = JSON.createObjectNode();
    for (int i = 0; i < cells.size(); i++) {
      put(event, header.get(i), cells.get(i));
    }
    return EventId.ensure(line, event.toString(), event);
  }

  private static void put(ObjectNode event, String column, String cell) {
    if (cell.isEmpty()) {
      return;
    }
    if (isNumber(cell) && !column.equals("event_id") && !column.equals("messageId")) {
      event.put(column, new BigDecimal(cell));
    } else {
      event.put(column, cell);
    }
  }

  private static boolean isNumber(String cell) {
    return NUMBER.matcher(cell).matches()
        && cell.chars().filter(Character::isDigit).count() <= DIGITS_OF_A_DOUBLE
        && !cell.equals("-0");
  }
}
