package dev.tidemark.batch.process;

import dev.tidemark.landing.Granularity;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What declares an event type's output to another engine. All of them see one tree, {@code
 * final/dt=…/hr=…/type=…}, so where an engine cannot be pointed at one type's files a table of the
 * whole tree stands under {@code <type>_files}, and the view of the type leaves the others out.
 */
public enum SqlDialect {
  /** Views that read the files; there is nothing to register. */
  DUCKDB {
    @Override
    String name(TableDefinition.Type type) {
      return one(
          type, "VARCHAR", "BIGINT", "DOUBLE", "BOOLEAN", "TIMESTAMPTZ", "INTEGER", "VARCHAR[]");
    }

    @Override
    List<String> statements(TableDefinition table, String root) {
      String nulls =
          table.columns().stream()
              .map(c -> "NULL::" + name(c.type()) + " AS " + quoted(c.name()))
              .collect(Collectors.joining(", "));
      String levels =
          table.levels().stream().map(l -> l + ": VARCHAR").collect(Collectors.joining(", "));
      String files =
          table.levels().stream().map(l -> "/" + l + "=*").collect(Collectors.joining())
              + "/type="
              + table.type()
              + "/*.parquet";
      List<String> selected =
          new ArrayList<>(table.columns().stream().map(c -> quoted(c.name())).toList());
      selected.addAll(table.levels());
      // A column that no file has yet is there all the same, by the empty first part.
      return List.of(
          "CREATE OR REPLACE VIEW "
              + quoted(table.type())
              + " AS\nSELECT "
              + String.join(", ", selected)
              + "\nFROM (SELECT "
              + nulls
              + " WHERE false\n  UNION ALL BY NAME\n  SELECT * FROM read_parquet("
              + text(root + files)
              + ",\n    hive_partitioning = true, hive_types = {"
              + levels
              + ", type: VARCHAR}, union_by_name = true))");
    }
  },
  /** In the session's catalog or a metastore, which has to be told of new partitions. */
  SPARK {
    @Override
    String name(TableDefinition.Type type) {
      return one(
          type, "STRING", "BIGINT", "DOUBLE", "BOOLEAN", "TIMESTAMP", "INT", "ARRAY<STRING>");
    }

    @Override
    List<String> statements(TableDefinition table, String root) {
      return List.of(
          "CREATE TABLE IF NOT EXISTS "
              + quoted(files(table))
              + " (\n"
              + columns(table, true)
              + ")\nUSING parquet\nPARTITIONED BY ("
              + String.join(", ", withType(table))
              + ")\nLOCATION "
              + text(root),
          "MSCK REPAIR TABLE " + quoted(files(table)) + " SYNC PARTITIONS",
          view(table));
    }

    @Override
    String quoted(String name) {
      return "`" + name + "`";
    }
  },
  HIVE {
    @Override
    String name(TableDefinition.Type type) {
      return one(
          type, "STRING", "BIGINT", "DOUBLE", "BOOLEAN", "TIMESTAMP", "INT", "ARRAY<STRING>");
    }

    @Override
    List<String> statements(TableDefinition table, String root) {
      return List.of(
          "CREATE EXTERNAL TABLE IF NOT EXISTS "
              + quoted(files(table))
              + " (\n"
              + columns(table, false)
              + ")\nPARTITIONED BY ("
              + withType(table).stream().map(l -> l + " STRING").collect(Collectors.joining(", "))
              + ")\nSTORED AS PARQUET\nLOCATION "
              + text(root),
          "MSCK REPAIR TABLE " + quoted(files(table)) + " SYNC PARTITIONS",
          view(table).replace("CREATE OR REPLACE VIEW", "CREATE VIEW IF NOT EXISTS"));
    }

    @Override
    String quoted(String name) {
      return "`" + name + "`";
    }
  },
  /**
   * For Trino's Hive connector, in the current catalog and schema. Partitions are registered by a
   * procedure that wants the schema's name, which is not known here.
   */
  TRINO {
    @Override
    String name(TableDefinition.Type type) {
      return one(
          type,
          "varchar",
          "bigint",
          "double",
          "boolean",
          "timestamp(3)",
          "integer",
          "array(varchar)");
    }

    @Override
    List<String> statements(TableDefinition table, String root) {
      return List.of(
          "CREATE TABLE IF NOT EXISTS "
              + quoted(files(table))
              + " (\n"
              + columns(table, true)
              + ")\nWITH (format = 'PARQUET', external_location = "
              + text(root)
              + ",\n  partitioned_by = ARRAY["
              + withType(table).stream().map(l -> "'" + l + "'").collect(Collectors.joining(", "))
              + "])",
          view(table));
    }
  };

  /**
   * Statements that declare every type, in order, without a semicolon.
   *
   * @param root of the dataset, as the engine is to find it; its {@code final} is meant
   */
  public List<String> statements(EventTypes types, Granularity granularity, String root) {
    String published = root.replaceAll("/+$", "") + "/final";
    return TableDefinition.all(types, granularity).stream()
        .flatMap(table -> statements(table, published).stream())
        .toList();
  }

  abstract List<String> statements(TableDefinition table, String published);

  abstract String name(TableDefinition.Type type);

  static String one(
      TableDefinition.Type type,
      String text,
      String longs,
      String doubles,
      String booleans,
      String timestamp,
      String integer,
      String strings) {
    return switch (type) {
      case STRING -> text;
      case LONG -> longs;
      case DOUBLE -> doubles;
      case BOOLEAN -> booleans;
      case TIMESTAMP -> timestamp;
      case INTEGER -> integer;
      case STRINGS -> strings;
    };
  }

  String quoted(String name) {
    return "\"" + name + "\"";
  }

  static String text(String value) {
    return "'" + value.replace("'", "''") + "'";
  }

  private static String files(TableDefinition table) {
    return table.type() + "_files";
  }

  private static List<String> withType(TableDefinition table) {
    List<String> levels = new ArrayList<>(table.levels());
    levels.add("type");
    return levels;
  }

  String columns(TableDefinition table, boolean withLevels) {
    List<String> lines = new ArrayList<>();
    table.columns().forEach(c -> lines.add("  " + quoted(c.name()) + " " + name(c.type())));
    if (withLevels) {
      withType(table).forEach(l -> lines.add("  " + l + " " + name(TableDefinition.Type.STRING)));
    }
    return String.join(",\n", lines);
  }

  String view(TableDefinition table) {
    List<String> selected =
        new ArrayList<>(table.columns().stream().map(c -> quoted(c.name())).toList());
    selected.addAll(table.levels());
    return "CREATE OR REPLACE VIEW "
        + quoted(table.type())
        + " AS\nSELECT "
        + String.join(", ", selected)
        + "\nFROM "
        + quoted(files(table))
        + "\nWHERE type = "
        + text(table.type());
  }
}
