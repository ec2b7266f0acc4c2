package dev.tidemark.landing.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("locale")
class ConfigFileTest {
  private static final String YAML =
      """
      kafka:
        bootstrap.servers: ${BROKERS:localhost:9092}
      datasets:
        - name: events
          root: hdfs://localhost:8020/data
          granularity: PT1H
      """;

  @Test
  void settings_override_the_environment_overrides_the_file() {
    ConfigFile file =
        ConfigFile.parse(
            YAML,
            "test",
            Map.of("TIDEMARK_DATASETS_0_GRACE", "PT1S", "TIDEMARK_KAFKA_SECURITY_PROTOCOL", "SSL"),
            List.of("datasets.0.granularity=PT1M", "kafka.client.id=me"));
    Problems problems = new Problems();
    DatasetConfig dataset = DatasetConfig.readAll(file.root(problems)).get(0);
    KafkaConfig kafka = KafkaConfig.read(file.root(problems));
    problems.throwIfAny();
    assertThat(dataset.granularity()).hasToString("PT1M");
    assertThat(dataset.grace()).isEqualTo(Duration.ofSeconds(1));
    assertThat(kafka.clientSettings())
        .containsEntry("bootstrap.servers", "localhost:9092")
        .containsEntry("client.id", "me")
        .containsEntry("security.protocol", "SSL");
  }

  @Test
  void what_the_user_set_beats_the_environment() {
    Map<String, String> environment =
        Map.of("TIDEMARK_DATASETS_0_GRACE", "PT1S", "TIDEMARK_KAFKA_BOOTSTRAP_SERVERS", "e:1");
    ConfigFile file = ConfigFile.parse(YAML, "test", environment, List.of("datasets.0.grace=PT2S"));
    Problems problems = new Problems();
    assertThat(DatasetConfig.readAll(file.root(problems)).get(0).grace())
        .isEqualTo(Duration.ofSeconds(2));
    assertThat(KafkaConfig.read(file.root(problems)).bootstrapServers()).isEqualTo("e:1");
    ConfigFile preset = file.preset(List.of("kafka.bootstrap.servers=p:1"));
    assertThat(KafkaConfig.read(preset.root(problems)).bootstrapServers()).isEqualTo("p:1");
  }

  @Test
  void presets_stand_between_the_file_and_what_the_user_set() {
    ConfigFile file =
        ConfigFile.parse(YAML, "test", Map.of(), List.of("datasets.0.grace=PT1S"))
            .preset(List.of("datasets.0.granularity=PT1M", "datasets.0.grace=PT9S"))
            .withDefaults(List.of("datasets.0.delay=PT4S", "datasets.0.name=other", "ingest.x=1"));
    Problems problems = new Problems();
    DatasetConfig dataset = DatasetConfig.readAll(file.root(problems)).get(0);
    problems.throwIfAny();
    assertThat(dataset.granularity()).hasToString("PT1M");
    assertThat(dataset.grace()).isEqualTo(Duration.ofSeconds(1));
    assertThat(dataset.delay()).isEqualTo(Duration.ofSeconds(4));
    assertThat(dataset.name()).isEqualTo("events");
    assertThat(file.toYaml()).contains("x: \"1\"");
  }

  @Test
  void a_section_whose_keys_are_all_commented_out_is_empty() {
    ConfigFile file =
        ConfigFile.parse("a:\n  # x: 1\nb: 2\n", "test", Map.of(), List.of())
            .withDefaults(List.of("a.y=3"));
    Problems problems = new Problems();
    Section a = file.root(problems).section("a");
    assertThat(a.text("x")).isEmpty();
    assertThat(a.text("y")).contains("3");
    problems.throwIfAny();
  }

  @Test
  void a_relative_path_starts_at_the_installation() {
    Section root =
        ConfigFile.parse("{a: conf/x, b: /y}", "test", Map.of("TIDEMARK_HOME", "/opt"), List.of())
            .root(new Problems());
    assertThat(root.path("a", "z")).isEqualTo(Path.of("/opt/conf/x"));
    assertThat(root.path("b", "z")).isEqualTo(Path.of("/y"));
    assertThat(root.path("c", "z")).isEqualTo(Path.of("/opt/z"));
  }

  @Test
  void every_problem_is_reported_at_once_with_key_rule_and_value() {
    String yaml =
        """
        kafka: {}
        datasets:
          - root: data
            granularity: PT7M
            grace: five minutes
            granularty: PT1H
        """;
    assertThat(problemsOf(yaml))
        .containsExactlyInAnyOrder(
            "'kafka.bootstrap.servers' is required and missing.",
            "'datasets[0].root' must be a URI such as hdfs://host:8020/data. Found: data.",
            "'datasets[0].granularity' must be whole minutes that divide an hour evenly. Found: PT7M.",
            "'datasets[0].grace' must be a duration such as PT15S, PT5M or PT1H, at least PT0S."
                + " Found: five minutes.",
            "'datasets[0].granularty' is not a known key. Did you mean 'datasets[0].granularity'?");
  }

  @Test
  void a_root_inside_another_datasets_root_is_refused() {
    String yaml =
        """
        kafka: {bootstrap.servers: "b:1"}
        datasets:
          - {name: a, root: "hdfs://n/data"}
          - {name: b, root: "hdfs://n/data/inner"}
          - {name: a, root: "hdfs://n/database"}
        """;
    assertThat(problemsOf(yaml))
        .containsExactlyInAnyOrder(
            "'datasets[1].root' must not be, or be inside, the root of 'a'."
                + " Found: hdfs://n/data/inner.",
            "'datasets[0].name' must differ from every other dataset's. Found: a.");
  }

  @Test
  void a_secret_comes_from_the_environment_or_a_file(@TempDir Path directory) throws Exception {
    Path secret = Files.writeString(directory.resolve("secret"), "s3cret\n");
    String yaml = "kafka:\n  a: ${file:" + secret + "}\n  b: ${NOT_SET}\n  c: ${SET}x\n";
    Problems problems = new Problems();
    Map<String, String> all =
        ConfigFile.parse(yaml, "test", Map.of("SET", "$1"), List.of())
            .root(problems)
            .section("kafka")
            .all();
    assertThat(all).containsEntry("a", "s3cret").containsEntry("c", "$1x");
    assertThat(catchThrowableOfType(ConfigException.class, problems::throwIfAny).problems())
        .containsExactly(
            "'kafka.b' names an environment variable that is not set. Found: NOT_SET.");
  }

  @Test
  void sizes_are_written_with_binary_units() {
    Problems problems = new Problems();
    Section root =
        ConfigFile.parse("{a: 4 MiB, b: 256KiB, c: 10, d: 4 MB}", "test", Map.of(), List.of())
            .root(problems);
    assertThat(root.bytes("a", 0)).isEqualTo(4L << 20);
    assertThat(root.bytes("b", 0)).isEqualTo(256L << 10);
    assertThat(root.bytes("c", 0)).isEqualTo(10);
    assertThat(root.bytes("d", 7)).isEqualTo(7);
    assertThat(catchThrowableOfType(ConfigException.class, problems::throwIfAny)).isNotNull();
  }

  private static List<String> problemsOf(String yaml) {
    Problems problems = new Problems();
    ConfigFile file = ConfigFile.parse(yaml, "test", Map.of(), List.of());
    KafkaConfig.read(file.root(problems));
    DatasetConfig.readAll(file.root(problems));
    return catchThrowableOfType(ConfigException.class, problems::throwIfAny).problems();
  }
}
