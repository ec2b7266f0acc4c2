package dev.tidemark.ingest.check;

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
 * Whether Kafka's topics are still those that the landing log knows: one that was made anew has
 * another id, and its offsets start again.
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
    found.forEach(
        (topic, health) -> {
          Optional<String> known = state.topicId(topic);
          if (known.isPresent() && health.isPresent() && !known.get().equals(health.get().id())) {
            findings.add(madeAnew(topic, known.get(), health.get().id()));
          }
        });
    return findings.isEmpty()
        ? List.of(Finding.ok(name(), "Kafka's topics are those that the landing log knows."))
        : findings;
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
