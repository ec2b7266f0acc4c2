package dev.tidemark.landing.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EventTimeConfigTest {
  @Test
  void a_dataset_is_partitioned_by_record_times_unless_it_says_otherwise() {
    assertThat(read("")).isEmpty();
    assertThat(read("partition-time: record")).isEmpty();
  }

  @Test
  void by_event_time_only_the_path_must_be_given() {
    assertThat(read("partition-time: event, event-time: {path: $.event.timestamp}"))
        .contains(
            new EventTimeConfig(
                new JsonPath(List.of("event", "timestamp")),
                Duration.ofDays(7),
                Duration.ofMinutes(5),
                Duration.ZERO,
                500));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "partition-time: event | 'datasets[0].event-time.path' must be a path of members",
        "partition-time: event, event-time: {path: timestamp} | must be a path of members",
        "event-time: {path: $.t} | must not be given while 'partition-time' is record",
        "partition-time: landing | 'datasets[0].partition-time' must be one of record, event",
        "event-time: {max-partitions: 0} | must be a whole number from 1",
        "event-time: {passed-bound: P1D} | Did you mean 'datasets[0].event-time.past-bound'?",
      })
  void what_cannot_be_is_named(String yaml, String problem) {
    assertThatThrownBy(() -> read(yaml))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(problem);
  }

  @ParameterizedTest
  @ValueSource(strings = {"$.t", "$.event.timestamp", "$.a-b._c.日"})
  void the_text_of_a_path_is_read_back(String text) {
    assertThat(JsonPath.parse(text)).hasToString("Optional[" + text + "]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "$", "$.", "t", "$t", "$..t", "$.a.", "$.a[0]", "$['a']", "$.a b"})
  void what_is_no_path_of_members_is_none(String text) {
    assertThat(JsonPath.parse(text)).isEmpty();
  }

  private static Optional<EventTimeConfig> read(String keys) {
    String yaml = "datasets: [{root: \"file:///x\", topics: [events], " + keys + "}]";
    Problems problems = new Problems();
    List<DatasetConfig> all =
        DatasetConfig.readAll(ConfigFile.parse(yaml, "test", Map.of(), List.of()).root(problems));
    problems.throwIfAny();
    return all.get(0).eventTime();
  }
}
