package dev.tidemark.embedded;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicListing;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.TopicExistsException;

/** What one asks a broker about topics, waited for. */
final class Topics implements AutoCloseable {
  private final Admin admin;

  Topics(String bootstrapServers) {
    this.admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers));
  }

  /** Creates a topic; one that exists is left as it is. */
  void create(String name, int partitions) throws IOException {
    NewTopic topic = new NewTopic(name, Optional.of(partitions), Optional.empty());
    try {
      admin.createTopics(List.of(topic)).all().get();
    } catch (ExecutionException e) {
      if (!(e.getCause() instanceof TopicExistsException)) {
        throw new IOException("Topic " + name + " cannot be created", e.getCause());
      }
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
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
