package dev.tidemark.ingest.check;

import dev.tidemark.ingest.sink.StartCheck;
import dev.tidemark.ingest.watermark.KafkaTopics;
import dev.tidemark.ingest.watermark.TopicHealth;
import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.check.Check;
import dev.tidemark.landing.check.Finding;
import dev.tidemark.landing.config.DatasetConfig;
import dev.tidemark.landing.hadoop.FileSystems;
import dev.tidemark.landing.log.Journal;
import dev.tidemark.landing.log.LandingState;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Whether Kafka's topics are still those that the landing log knows, and have what is to be landed
 * next: one that was made anew has another id, and its offsets start again; of one that keeps
 * records too briefly some are gone before they landed.
 */
public final class TopicIdsCheck implements Check {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final DatasetConfig dataset;
  private final Map<String, String> clientSettings;
  private final Clock clock;

  public TopicIdsCheck(DatasetConfig dataset, Map<String, String> clientSettings, Clock clock) {
    this.dataset = dataset;
    this.clientSettings = Map.copyOf(clientSettings);
    this.clock = clock;
  }

  @Override
  public String name() {
    return dataset.name() + ": topics";
  }

  @Override
  public List<Finding> look() {
    Map<String, Optional<TopicHealth>> found;
    LandingState state;
    try {
      state = Journal.of(FileSystems.open(dataset.root()), clock, "doctor").refresh();
      found = TopicHealth.ask(clientSettings, dataset.topics(), PATIENCE);
    } catch (LandingException e) {
      // Why a root or Kafka does not answer is for the checks of these to say.
      return List.of(Finding.ok(name(), "They could not be compared with the landing log."));
    }
    List<Finding> findings = new ArrayList<>();
    List<String> same = new ArrayList<>();
    found.forEach(
        (topic, health) -> {
          Optional<String> known = state.topicId(topic);
          if (known.isPresent() && health.isPresent()) {
            if (known.get().equals(health.get().id())) {
              same.add(topic);
            } else {
              findings.add(madeAnew(topic, known.get(), health.get().id()));
            }
          }
        });
    findings.addAll(unreadable(state, same));
    return findings.isEmpty()
        ? List.of(
            Finding.ok(
                name(),
                "Kafka's topics are those that the landing log knows, and have all that is to be landed."))
        : findings;
  }

  /** Topic-partitions of which the next record to land is gone. */
  private List<Finding> unreadable(LandingState state, List<String> topics) {
    if (topics.isEmpty()) {
      return List.of();
    }
    try (KafkaTopics kafka = new KafkaTopics(clientSettings, clock)) {
      return StartCheck.problems(state, kafka.positions(topics)).stream()
          .map(
              p ->
                  Finding.failure(
                      name(), p.found(), dataset.advise(p.repair() + " Then start ingest.")))
          .toList();
    } catch (LandingException e) {
      return List.of(
          Finding.warning(
              name(),
              "Whether Kafka still has what is to be landed next could not be seen: "
                  + e.getMessage(),
              "See what the findings on Kafka say, and look again."));
    }
  }

  private Finding madeAnew(String topic, String known, String id) {
    return Finding.failure(
        name(),
        "Topic '"
            + topic
            + "' was created anew: its id is "
            + id
            + ", and the landing log knows "
            + known
            + ". Nothing is read from it.",
        dataset.advise(
            "Stop ingest; if the new topic is meant, say 'tidemark topics reset "
                + topic
                + "', and start ingest."));
  }
}
