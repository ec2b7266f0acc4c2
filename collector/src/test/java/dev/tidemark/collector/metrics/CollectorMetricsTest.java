package dev.tidemark.collector.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.collector.config.SpillConfig;
import dev.tidemark.collector.event.Problem;
import dev.tidemark.collector.kafka.EventProducer;
import dev.tidemark.collector.spill.Spill;
import dev.tidemark.landing.config.KafkaConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CollectorMetricsTest {
  private static final Path DASHBOARD = Path.of("..", "conf", "grafana", "collector.json");
  private static final Pattern NAME =
      Pattern.compile("(tidemark_collector|jvm|process)_[a-z_]*[a-z]");

  @Test
  void every_metric_of_the_dashboard_is_there(@TempDir Path directory) throws Exception {
    KafkaConfig nowhere = new KafkaConfig(Map.of("bootstrap.servers", "127.0.0.1:1"));
    try (EventProducer producer = new EventProducer(nowhere, 1024);
        Spill spill = new Spill(new SpillConfig(directory, 1 << 20), producer);
        CollectorMetrics metrics = new CollectorMetrics()) {
      metrics.watch(producer);
      metrics.watch(spill, Clock.systemUTC());
      metrics.answered(200);
      metrics.accepted("web", 1);
      metrics.dropped("web", 1);
      metrics.rejected(Problem.Kind.EMPTY);
      metrics.durableAfter(1_000_000);
      TreeSet<String> wanted = new TreeSet<>();
      NAME.matcher(Files.readString(DASHBOARD))
          .results()
          .map(MatchResult::group)
          .forEach(wanted::add);
      assertThat(wanted).hasSizeGreaterThan(12);
      assertThat(metrics.scrape().lines().map(l -> l.split("[{ ]", 2)[0])).containsAll(wanted);
    }
  }
}
