package dev.tidemark.ingest.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.landing.Granularity;
import dev.tidemark.landing.config.EventTimeConfig;
import dev.tidemark.landing.config.JsonPath;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("locale")
class SinkOptionsTest {
  private static final Map<String, String> LEAST =
      Map.of("root", "hdfs://nn:8020/data", "kafka.bootstrap.servers", "k:9092");

  @Test
  void what_is_not_given_has_its_default() {
    assertThat(SinkOptions.read(LEAST))
        .isEqualTo(
            new SinkOptions(
                URI.create("hdfs://nn:8020/data"),
                "events",
                Granularity.HOUR,
                Duration.ofSeconds(15),
                Duration.ofMinutes(5),
                Duration.ofDays(30),
                Optional.empty(),
                Duration.ofSeconds(30),
                Duration.ofMinutes(1),
                Duration.ofDays(7),
                SinkOptions.Gap.REFUSE,
                Map.of("bootstrap.servers", "k:9092"),
                ""));
  }

  @Test
  void names_are_read_in_any_case_but_those_of_kafka_as_they_stand() {
    Map<String, String> options = with("GRANULARITY", "PT5M");
    options.put("Gap", "record");
    options.put("kafka.sasl.jaas.config", "X");
    SinkOptions read = SinkOptions.read(options);
    assertThat(read.granularity()).isEqualTo(Granularity.parse("PT5M"));
    assertThat(read.gap()).isEqualTo(SinkOptions.Gap.RECORD);
    assertThat(read.kafka()).containsEntry("sasl.jaas.config", "X");
  }

  @ParameterizedTest
  @CsvSource({"root", "kafka.bootstrap.servers"})
  void what_must_be_given_is_named(String key) {
    Map<String, String> options = new HashMap<>(LEAST);
    options.remove(key);
    assertThatThrownBy(() -> SinkOptions.read(options))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("needs the option '" + key + "'");
  }

  @ParameterizedTest
  @CsvSource({
    "granularity, PT7M, divide an hour evenly",
    "granularity, hourly, divide an hour evenly",
    "delay, 15 s, must be a duration",
    "delay, -PT1S, not negative",
    "future-bound, -PT1S, not negative",
    "settling, soon, must be a duration",
    "lease, PT0.1S, at least PT1S",
    "gap, ignore, must be 'refuse' or 'record'",
    "root, a b, must be a URI",
    "partition-time, landing, must be 'record' or 'event'",
  })
  void a_wrong_value_is_named_with_its_rule(String key, String value, String rule) {
    assertThatThrownBy(() -> SinkOptions.read(with(key, value)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("Option '" + key + "' of the sink 'landing' must be")
        .hasMessageContaining(rule)
        .hasMessageEndingWith("Found: " + value);
  }

  @Test
  void by_event_time_the_path_must_be_given() {
    Map<String, String> options = with("partition-time", "event");
    assertThatThrownBy(() -> SinkOptions.read(options))
        .hasMessageContaining("needs the option 'event-time.path'");
    options.put("event-time.path", "$.t");
    options.put("event-time.past-bound", "PT2H");
    options.put("event-time.allowed-lateness", "PT1M");
    SinkOptions read = SinkOptions.read(options);
    assertThat(read.eventTime())
        .contains(
            new EventTimeConfig(
                new JsonPath(List.of("t")),
                Duration.ofHours(2),
                Duration.ofMinutes(5),
                Duration.ofMinutes(1),
                500));
    assertThat(read.watermarkDelay()).isEqualTo(Duration.ofSeconds(75));
    options.put("event-time.max-partitions", "0");
    assertThatThrownBy(() -> SinkOptions.read(options))
        .hasMessageContaining("'event-time.max-partitions' of the sink")
        .hasMessageEndingWith("Found: 0");
  }

  @Test
  void a_column_that_is_missing_or_of_another_type_is_named() {
    StructType kafka =
        new StructType()
            .add("key", DataTypes.BinaryType)
            .add("value", DataTypes.BinaryType)
            .add("topic", DataTypes.StringType)
            .add("partition", DataTypes.IntegerType)
            .add("offset", DataTypes.LongType)
            .add("timestamp", DataTypes.TimestampType);
    assertThat(RowLayout.of(kafka)).isEqualTo(new RowLayout(1, false, 2, 3, 4, 5));
    StructType text = new StructType().add("value", DataTypes.StringType);
    assertThatThrownBy(() -> RowLayout.of(text)).hasMessageContaining("'topic' of type string");
    StructType wrong = new StructType().add("value", DataTypes.LongType);
    assertThatThrownBy(() -> RowLayout.of(wrong)).hasMessageContaining("'value' of type binary");
  }

  private static Map<String, String> with(String key, String value) {
    Map<String, String> options = new HashMap<>(LEAST);
    options.put(key, value);
    return options;
  }
}
