package dev.tidemark.ingest.watermark;

import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;

/**
 * The settings of one kind of Kafka client, out of those that are given for all kinds. What only
 * another kind knows is left out, since Kafka warns of each. What none knows is kept: a
 * configuration provider, a log-in callback or an SSL engine has settings under names of its own.
 */
final class ClientSettings {
  private static final Set<String> OF_SOME_CLIENT =
      Stream.of(
              AdminClientConfig.configNames(),
              ConsumerConfig.configNames(),
              ProducerConfig.configNames())
          .flatMap(Set::stream)
          .collect(Collectors.toUnmodifiableSet());

  private ClientSettings() {}

  static Properties ofAdmin(Map<String, String> all) {
    return of(all, AdminClientConfig.configNames());
  }

  static Properties ofConsumer(Map<String, String> all) {
    return of(all, ConsumerConfig.configNames());
  }

  private static Properties of(Map<String, String> all, Set<String> known) {
    Properties settings = new Properties();
    all.forEach(
        (name, value) -> {
          if (known.contains(name) || !OF_SOME_CLIENT.contains(name)) {
            settings.put(name, value);
          }
        });
    return settings;
  }
}
