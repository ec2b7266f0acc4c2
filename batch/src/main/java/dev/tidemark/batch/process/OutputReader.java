package dev.tidemark.batch.process;

import dev.tidemark.landing.fs.LandingFileSystem;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Reads an output back as text, each type with its own columns. */
record OutputReader(SparkSession session, LandingFileSystem files, String root) {
  private static final String TYPE_PREFIX = "type=";

  List<Map<String, String>> head(String directory, int n) throws IOException {
    List<Map<String, String>> rows = new ArrayList<>();
    List<String> types = types(directory);
    for (int i = 0; i < types.size(); i++) {
      // Some of each type, so that one does not hide the others.
      int share = (n - rows.size()) / (types.size() - i);
      String type = types.get(i);
      session
          .read()
          .parquet(root + "/" + directory + "/" + type)
          .limit(share)
          .collectAsList()
          .forEach(row -> rows.add(text(type.substring(TYPE_PREFIX.length()), row)));
    }
    return rows;
  }

  long rows(String directory) throws IOException {
    long rows = 0;
    for (String type : types(directory)) {
      rows += session.read().parquet(root + "/" + directory + "/" + type).count();
    }
    return rows;
  }

  private List<String> types(String directory) throws IOException {
    return files.list(directory).stream()
        .filter(LandingFileSystem.Entry::directory)
        .map(LandingFileSystem.Entry::name)
        .filter(name -> name.startsWith(TYPE_PREFIX))
        .toList();
  }

  private static Map<String, String> text(String type, Row row) {
    Map<String, String> values = new LinkedHashMap<>();
    values.put("type", type);
    for (String name : row.schema().fieldNames()) {
      Object value = row.getAs(name);
      if (value instanceof scala.collection.Iterable<?> list) {
        values.put(name, list.mkString("[", ", ", "]"));
      } else if (value != null) {
        values.put(name, value.toString());
      }
    }
    return values;
  }
}
