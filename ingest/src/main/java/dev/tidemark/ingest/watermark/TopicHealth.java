package dev.tidemark.ingest.watermark;

import dev.tidemark.landing.LandingException;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * How a topic is kept.
 *
 * @param id by which Kafka tells it from another that had its name
 * @param replication replicas of the partition that has fewest
 * @param minInSync replicas that must have a record before it is acknowledged
 * @param withoutLeader partitions that can be neither read nor written
 * @param underReplicated partitions with a replica that is behind
 * @param retention age at which records go; absent where they are kept for ever
 */
public record TopicHealth(
    String id,
    int partitions,
    int replication,
    int minInSync,
    int withoutLeader,
    int underReplicated,
    Optional<Duration> retention) {

  /**
   * Asks Kafka.
   *
   * @return by topic; empty for one that does not exist
   * @throws LandingException.Unavailable if Kafka does not answer in time, or forbids the question
   */
  public static Map<String, Optional<TopicHealth>> ask(
      Map<String, String> clientSettings, Collection<String> topics, Duration patience) {
    Properties settings = ClientSettings.ofAdmin(clientSettings);
    int millis = (int) patience.toMillis();
    settings.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, millis);
    settings.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, millis);
    try (Admin admin = Admin.create(settings)) {
      answer(admin.describeCluster().clusterId(), patience);
      Map<String, Optional<TopicHealth>> found = new LinkedHashMap<>();
      for (String topic : topics) {
        found.put(topic, of(admin, topic, patience));
      }
      return found;
    } catch (KafkaException e) {
      throw unavailable(e);
    }
  }

  private static Optional<TopicHealth> of(Admin admin, String topic, Duration patience) {
    Optional<TopicDescription> description =
        answerIfKnown(admin.describeTopics(List.of(topic)).topicNameValues().get(topic), patience);
    ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    return description.map(
        d ->
            of(
                d,
                answer(admin.describeConfigs(List.of(resource)).values().get(resource), patience)));
  }

  private static TopicHealth of(TopicDescription description, Config config) {
    long retention = Long.parseLong(config.get(TopicConfig.RETENTION_MS_CONFIG).value());
    return new TopicHealth(
        description.topicId().toString(),
        description.partitions().size(),
        description.partitions().stream().mapToInt(p -> p.replicas().size()).min().orElse(0),
        Integer.parseInt(config.get(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG).value()),
        (int) description.partitions().stream().filter(TopicHealth::hasNoLeader).count(),
        (int)
            description.partitions().stream()
                .filter(p -> p.isr().size() < p.replicas().size())
                .count(),
        retention < 0 ? Optional.empty() : Optional.of(Duration.ofMillis(retention)));
  }

  private static boolean hasNoLeader(TopicPartitionInfo partition) {
    return partition.leader() == null || partition.leader().isEmpty();
  }

  private static <T> Optional<T> answerIfKnown(KafkaFuture<T> future, Duration patience) {
    // The client gives up first, for it can say why.
    long millis = patience.plusSeconds(2).toMillis();
    try {
      return Optional.of(future.get(millis, TimeUnit.MILLISECONDS));
    } catch (ExecutionException e) {
      if (e.getCause() instanceof UnknownTopicOrPartitionException) {
        return Optional.empty();
      }
      throw unavailable(e.getCause());
    } catch (TimeoutException e) {
      throw unavailable(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unavailable(e);
    }
  }

  private static <T> T answer(KafkaFuture<T> future, Duration patience) {
    return answerIfKnown(future, patience)
        .orElseThrow(() -> unavailable(new IllegalStateException("a topic went away")));
  }

  private static LandingException.Unavailable unavailable(Throwable e) {
    String reason = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    return new LandingException.Unavailable("Kafka does not answer: " + reason, e);
  }
}
