package dev.tidemark.landing.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.landing.EmptyHours;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EmptyHoursConfigTest {
  private static List<DatasetConfig> read(String keys) {
    String yaml = "datasets:\n- {root: \"file:///data\", " + keys + "}";
    Problems problems = new Problems();
    List<DatasetConfig> all =
        DatasetConfig.readAll(ConfigFile.parse(yaml, "test", Map.of(), List.of()).root(problems));
    problems.throwIfAny();
    return all;
  }

  @Test
  void empty_hours_are_published_where_nothing_else_is_said() {
    assertThat(read("grace: PT5M").get(0).emptyHours()).isEqualTo(EmptyHours.PUBLISH);
    assertThat(read("empty-hours: publish").get(0).emptyHours()).isEqualTo(EmptyHours.PUBLISH);
  }

  @Test
  void each_dataset_has_its_own_answer() {
    List<DatasetConfig> two = read("empty-hours: skip}\n- {name: others, root: \"file:///others\"");
    assertThat(two)
        .extracting(DatasetConfig::emptyHours)
        .containsExactly(EmptyHours.SKIP, EmptyHours.PUBLISH);
  }

  @Test
  void another_word_is_named_with_every_other_mistake() {
    assertThatThrownBy(() -> read("empty-hours: never, grace: soon, empty-hour: skip"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(
            "'datasets[0].empty-hours' must be one of publish, skip. Found: never")
        .hasMessageContaining("'datasets[0].grace'")
        .hasMessageContaining("empty-hour'");
  }
}
