package dev.tidemark.collector.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.landing.config.ConfigException;
import dev.tidemark.landing.config.ConfigFile;
import dev.tidemark.landing.config.Problems;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

class CollectorConfigTest {
  @Test
  void nothing_configured_is_the_documented_default() {
    CollectorConfig config = read("{}");
    assertThat(config.bindAddress()).isEqualTo("127.0.0.1");
    assertThat(config.port()).isEqualTo(8080);
    assertThat(config.topic()).isEqualTo("events");
    assertThat(config.rejectedTopic()).isEqualTo("events-rejected");
    assertThat(config.maxBody()).isEqualTo(4 * 1024 * 1024);
    assertThat(config.maxEvent()).isEqualTo(256 * 1024);
    assertThat(config.maxEvents()).isEqualTo(5_000);
    assertThat(config.maxHeader()).isEqualTo(20 * 1024);
    assertThat(config.answerWithin()).isLessThan(Duration.ofSeconds(4));
    assertThat(config.drainDelay()).isEqualTo(Duration.ofSeconds(10));
    assertThat(config.drainLimit()).isEqualTo(Duration.ofSeconds(30));
    assertThat(config.keys()).isEmpty();
    assertThat(config.allowedOrigins()).isEmpty();
    assertThat(config.tls()).isEmpty();
    assertThat(config.spill().maxBytes()).isEqualTo(1L << 30);
    assertThat(config.spill().directory()).endsWithRaw(Path.of("data/spill"));
    assertThat(config.metricsFrom()).extracting(Network::prefix).containsExactly(8, 128);
  }

  @Test
  void every_problem_is_told_at_once() {
    assertThatThrownBy(
            () ->
                read(
                    "{collector: {port: 70000, topic: 'a b', max-evnt: 1 KiB, max-event: 5 MiB,"
                        + " threads: 100, admission-limit: 90, answer-within: PT5S,"
                        + " trusted-proxies: [proxy.example], keys: [{key: k}],"
                        + " spill: {max-bytes: 1 MiB}, tls: {password: x}}}"))
        .asInstanceOf(InstanceOfAssertFactories.type(ConfigException.class))
        .satisfies(
            e ->
                assertThat(e.problems())
                    .anyMatch(p -> p.contains("'collector.port'"))
                    .anyMatch(p -> p.contains("'collector.topic'"))
                    .anyMatch(p -> p.contains("Did you mean 'collector.max-event'"))
                    .anyMatch(p -> p.contains("'collector.max-event' must not be above max-body"))
                    .anyMatch(p -> p.contains("'collector.admission-limit'"))
                    .anyMatch(p -> p.contains("'collector.answer-within'"))
                    .anyMatch(p -> p.contains("'collector.trusted-proxies'"))
                    .anyMatch(p -> p.contains("'collector.keys[0].source'"))
                    .anyMatch(p -> p.contains("'collector.spill.max-bytes'"))
                    .anyMatch(p -> p.contains("'collector.tls.password'"))
                    .hasSize(10));
  }

  @Test
  void a_key_is_never_printed() {
    CollectorConfig config = read("{collector: {keys: [{key: s3cret, source: web}]}}");
    assertThat(config.keys())
        .containsExactly(new WriteKey("s3cret", "web", 0, Set.of(), Privacy.KEEP));
    assertThat(config.toString()).contains("web").doesNotContain("s3cret");
  }

  private static CollectorConfig read(String yaml) {
    Problems problems = new Problems();
    CollectorConfig config =
        CollectorConfig.read(ConfigFile.parse(yaml, "test", Map.of(), List.of()).root(problems));
    problems.throwIfAny();
    return config;
  }
}
