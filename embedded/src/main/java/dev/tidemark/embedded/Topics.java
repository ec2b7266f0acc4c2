package dev.tidemark.embedded;

import static java.util.stream.Collectors.toMap;

import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicListing;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.TopicExistsException;

/** What one asks a broker about topics, waited for. */
final class Topics implements AutoCloseable {
  private static final Duration LEADER_LIMIT = Duration.ofSeconds(60);

  private final Admin admin;

  Topics(String bootstrapServers) {
    this.admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers));
  }

  /** Creates a topic, and waits until it takes records; one that exists is left as it is. */
  void create(String name, int partitions) throws IOException {
    NewTopic topic = new NewTopic(name, Optional.of(partitions), Optional.empty());
    try {
      admin.createTopics(List.of(topic)).all().get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof TopicExistsException) {
        return;
      }
      throw new IOException("Topic " + name + " cannot be created", e.getCause());
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
    awaitLeaders(name, partitions);
  }

  /** Adds partitions until the topic has as many, and waits until they take records. */
  void grow(String name, int partitions) throws IOException {
    get(admin.createPartitions(Map.of(name, NewPartitions.increaseTo(partitions))).all());
    awaitLeaders(name, partitions);
  }

  /**
   * A partition is created before its broker has it. If the first request of an idempotent producer
   * comes before that and the second after it, the broker takes the second, and the first is out of
   * order for as long as its producer tries, two minutes by default (KAFKA-15591). Only a broker
   * that has all of them says where they end.
   */
  private void awaitLeaders(String name, int partitions) throws IOException {
    Map<TopicPartition, OffsetSpec> ends =
        IntStream.range(0, partitions)
            .boxed()
            .collect(toMap(p -> new TopicPartition(name, p), p -> OffsetSpec.latest()));
    Poll.until(
        "topic " + name + " takes records",
        LEADER_LIMIT,
        () -> get(admin.listOffsets(ends).all()) != null);
  }

  void delete(String name) throws IOException {
    get(admin.deleteTopics(List.of(name)).all());
  }

  Map<String, Uuid> ids() throws IOException {
    Collection<TopicListing> listings = get(admin.listTopics().listings());
    Map<String, Uuid> ids = new TreeMap<>();
    listings.forEach(l -> ids.put(l.name(), l.topicId()));
    return ids;
  }

  private static <T> T get(KafkaFuture<T> future) throws IOException {
    try {
      return future.get();
    } catch (ExecutionException e) {
      throw new IOException(e.getCause());
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private static IOException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new IOException("Interrupted while waiting for Kafka", e);
  }

  @Override
  public void close() {
    admin.close();
  }
}
