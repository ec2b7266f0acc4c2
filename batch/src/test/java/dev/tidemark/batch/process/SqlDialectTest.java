package dev.tidemark.batch.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.landing.Granularity;
import org.junit.jupiter.api.Test;

class SqlDialectTest {
  private static final EventTypes SHIPPED = EventTypes.load(EventTypesTest.SHIPPED);

  private static String all(SqlDialect dialect, Granularity granularity) {
    return String.join(";\n", dialect.statements(SHIPPED, granularity, "hdfs://nn:8020/data/"));
  }

  @Test
  void the_type_that_takes_all_others_is_declared_too() {
    assertThat(SqlDialect.DUCKDB.statements(SHIPPED, Granularity.HOUR, "/data"))
        .hasSize(SHIPPED.all().size() + 1)
        .anyMatch(s -> s.startsWith("CREATE OR REPLACE VIEW \"unknown\" AS"));
  }

  @Test
  void partitions_finer_than_an_hour_have_minutes() {
    assertThat(all(SqlDialect.DUCKDB, Granularity.HOUR))
        .contains("'hdfs://nn:8020/data/final/dt=*/hr=*/type=search/*.parquet'");
    assertThat(all(SqlDialect.DUCKDB, Granularity.parse("PT5M")))
        .contains("'hdfs://nn:8020/data/final/dt=*/hr=*/mi=*/type=search/*.parquet'");
    assertThat(all(SqlDialect.TRINO, Granularity.parse("PT5M")))
        .contains("partitioned_by = ARRAY['dt', 'hr', 'mi', 'type']");
  }

  @Test
  void trino_and_hive_have_a_table_of_the_tree_and_a_view_of_the_type() {
    assertThat(all(SqlDialect.HIVE, Granularity.HOUR))
        .contains(
            "CREATE EXTERNAL TABLE IF NOT EXISTS `search_files` (\n  `event_id` STRING,\n",
            "PARTITIONED BY (dt STRING, hr STRING, type STRING)\nSTORED AS PARQUET\n"
                + "LOCATION 'hdfs://nn:8020/data/final'",
            "MSCK REPAIR TABLE `search_files` SYNC PARTITIONS",
            "FROM `search_files`\nWHERE type = 'search'");
    assertThat(all(SqlDialect.TRINO, Granularity.HOUR))
        .contains(
            "  \"_problems\" array(varchar),\n  dt varchar,\n  hr varchar,\n  type varchar)",
            "WITH (format = 'PARQUET', external_location = 'hdfs://nn:8020/data/final',");
  }

  @Test
  void a_quote_in_a_path_stays_in_the_path() {
    assertThat(SqlDialect.SPARK.statements(SHIPPED, Granularity.HOUR, "/it's").get(0))
        .endsWith("LOCATION '/it''s/final'");
  }
}
