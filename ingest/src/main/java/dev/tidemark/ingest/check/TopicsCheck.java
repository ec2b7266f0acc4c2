package dev.tidemark.ingest.check;

import dev.tidemark.ingest.watermark.TopicHealth;
import dev.tidemark.landing.Counted;
import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.check.Check;
import dev.tidemark.landing.check.Finding;
import dev.tidemark.landing.config.ConfigFile;
import dev.tidemark.landing.config.DatasetConfig;
import dev.tidemark.landing.config.KafkaConfig;
import dev.tidemark.landing.config.Problems;
import dev.tidemark.landing.config.Section;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Whether Kafka answers, has the topics that are written and read, and keeps what it acknowledges.
 */
public final class TopicsCheck implements Check {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Duration SHORT_RETENTION = Duration.ofDays(1);

  private final Map<String, String> clientSettings;
  private final Set<String> topics;

  /**
   * Of some topics.
   *
   * @param clientSettings by Kafka's names
   */
  public TopicsCheck(Map<String, String> clientSettings, Set<String> topics) {
    this.clientSettings = Map.copyOf(clientSettings);
    this.topics = new LinkedHashSet<>(topics);
  }

  /** What ingest contributes: the topics that are landed, and those that collectors write to. */
  public static List<Check> of(ConfigFile file, Clock clock) {
    Section root = file.root(new Problems());
    Set<String> topics = new LinkedHashSet<>();
    DatasetConfig.readAll(root).forEach(d -> topics.addAll(d.topics()));
    Section collector = root.section("collector");
    String written = collector.text("topic", "events");
    // Where nothing is said of a collector, and what it would write is not landed, there is none.
    if (collector.text("topic").isPresent() || topics.contains(written)) {
      topics.add(written);
      topics.add(written + collector.text("rejected-topic-suffix", "-rejected"));
    }
    Map<String, String> settings = KafkaConfig.read(root).clientSettings();
    List<Check> checks = new ArrayList<>();
    checks.add(new TopicsCheck(settings, topics));
    DatasetConfig.readAll(root).forEach(d -> checks.add(new TopicIdsCheck(d, settings, clock)));
    return checks;
  }

  @Override
  public String name() {
    return "kafka";
  }

  @Override
  public List<Finding> look() {
    Map<String, Optional<TopicHealth>> found;
    try {
      found = TopicHealth.ask(clientSettings, topics, PATIENCE);
    } catch (LandingException.Unavailable e) {
      return List.of(
          Finding.failure(
              name(),
              e.getMessage(),
              "See whether Kafka runs, and 'kafka' in the configuration is right (bootstrap.servers,"
                  + " security.protocol); the log in data/logs says more."));
    }
    List<Finding> findings = new ArrayList<>();
    findings.add(Finding.ok(name(), clientSettings.get("bootstrap.servers") + " answers."));
    found.forEach(
        (topic, health) ->
            findings.addAll(
                health.map(h -> findings(topic, h)).orElseGet(() -> List.of(missing(topic)))));
    return findings;
  }

  private Finding missing(String topic) {
    return Finding.failure(
        name(),
        "Topic '" + topic + "' does not exist.",
        "Create it: kafka-topics.sh --create --topic "
            + topic
            + " --partitions N --replication-factor 3");
  }

  private List<Finding> findings(String topic, TopicHealth health) {
    List<Finding> findings = new ArrayList<>();
    String said = "Topic '" + topic + "' ";
    if (health.withoutLeader() > 0) {
      findings.add(
          Finding.failure(
              name(),
              said
                  + "has "
                  + Counted.of(health.withoutLeader(), "partition")
                  + " without a leader.",
              "Bring the brokers that hold them back."));
    } else if (health.underReplicated() > 0) {
      findings.add(
          Finding.warning(
              name(),
              said
                  + "has "
                  + health.underReplicated()
                  + (health.underReplicated() == 1 ? " partition" : " partitions")
                  + " with a replica that is behind.",
              "See which broker is away or slow: kafka-topics.sh --describe --under-replicated-partitions"));
    }
    if (health.minInSync() > health.replication()) {
      findings.add(
          Finding.failure(
              name(),
              said
                  + "has "
                  + replicas(health.replication())
                  + " and min.insync.replicas="
                  + health.minInSync()
                  + ": it takes no event.",
              "Lower min.insync.replicas, or add replicas."));
    } else if (health.replication() == 1 || health.minInSync() == 1) {
      findings.add(
          Finding.warning(
              name(),
              said
                  + "has "
                  + replicas(health.replication())
                  + " and min.insync.replicas="
                  + health.minInSync()
                  + ": an acknowledged event may be on one disk only.",
              "Where events must not be lost: 3 replicas, and min.insync.replicas=2."));
    }
    health
        .retention()
        .filter(r -> r.compareTo(SHORT_RETENTION) < 0)
        .ifPresent(
            r ->
                findings.add(
                    Finding.warning(
                        name(),
                        said + "keeps records for " + r + ".",
                        "Raise retention.ms above the longest time that ingest may be down.")));
    return findings.isEmpty()
        ? List.of(
            Finding.ok(
                name(),
                said
                    + "has "
                    + health.partitions()
                    + (health.partitions() == 1 ? " partition, " : " partitions, ")
                    + replicas(health.replication())
                    + ", min.insync.replicas="
                    + health.minInSync()
                    + "."))
        : findings;
  }

  private static String replicas(int count) {
    return count == 1 ? "1 replica" : count + " replicas";
  }
}
