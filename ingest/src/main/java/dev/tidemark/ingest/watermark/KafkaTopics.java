package dev.tidemark.ingest.watermark;

import dev.tidemark.landing.LandingException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** What Kafka says of the topics: their ids, and where their partitions begin and end. */
public final class KafkaTopics implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 30;

  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(5);

  private final Admin admin;
  private final Clock clock;

  /**
   * Connects lazily.
   *
   * @param clientSettings by Kafka's names, {@code bootstrap.servers} among them
   */
  public KafkaTopics(Map<String, String> clientSettings, Clock clock) {
    this.admin = Admin.create(ClientSettings.ofAdmin(clientSettings));
    this.clock = clock;
  }

  /**
   * Where every partition of some topics begins and ends.
   *
   * @param ids topic ids by name
   * @param begins least offset that can be read, by topic name and partition
   * @param ends offset of the next record
   * @param askedAt the clock, read before anything was asked for: whatever is written later, to a
   *     partition that was not there yet either, gets a later time
   */
  public record Positions(
      Map<String, String> ids,
      Map<TopicPartition, Long> begins,
      Map<TopicPartition, Long> ends,
      Instant askedAt) {}

  public String clusterId() {
    return answer(admin.describeCluster().clusterId(), "the cluster's id");
  }

  /**
   * Asks for all positions.
   *
   * @throws LandingException.NeedsOperator if a topic does not exist
   * @throws LandingException.Unavailable if Kafka does not answer
   */
  public Positions positions(Collection<String> topics) {
    Instant askedAt = clock.instant();
    Map<String, TopicDescription> descriptions =
        answer(admin.describeTopics(topics).allTopicNames(), "topics " + topics);
    Map<TopicPartition, OffsetSpec> first = new HashMap<>();
    Map<TopicPartition, OffsetSpec> last = new HashMap<>();
    descriptions.forEach(
        (name, description) ->
            description
                .partitions()
                .forEach(
                    p -> {
                      first.put(new TopicPartition(name, p.partition()), OffsetSpec.earliest());
                      last.put(new TopicPartition(name, p.partition()), OffsetSpec.latest());
                    }));
    Map<TopicPartition, Long> ends = offsets(last);
    return new Positions(
        descriptions.values().stream()
            .collect(Collectors.toMap(TopicDescription::name, d -> d.topicId().toString())),
        offsets(first),
        ends,
        askedAt);
  }

  private Map<TopicPartition, Long> offsets(Map<TopicPartition, OffsetSpec> which) {
    return answer(admin.listOffsets(which).all(), "offsets").entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, e -> e.getValue().offset()));
  }

  private static <T> T answer(KafkaFuture<T> future, String what) {
    try {
      return future.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof UnknownTopicOrPartitionException) {
        throw new LandingException.NeedsOperator(
            "Kafka does not have all of "
                + what
                + ". Create what is missing, correct 'topics' in the configuration, or say 'tidemark topics"
                + " retire NAME' for one that is not read any more.",
            e.getCause());
      }
      throw unavailable(what, e.getCause());
    } catch (TimeoutException e) {
      throw unavailable(what, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unavailable(what, e);
    }
  }

  private static LandingException.Unavailable unavailable(String what, Throwable e) {
    return new LandingException.Unavailable(
        "Kafka was asked for " + what + " and did not answer: " + e, e);
  }

  @Override
  public void close() {
    // What is still asked for while Kafka is away would be waited for.
    admin.close(CLOSE_LIMIT);
  }
}
