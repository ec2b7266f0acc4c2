package dev.tidemark.landing.config;

import java.util.Map;

/**
 * The section {@code kafka}: where the brokers are, and any client setting, passed on as it stands.
 *
 * @param clientSettings by Kafka's names, {@code bootstrap.servers} among them
 */
public record KafkaConfig(Map<String, String> clientSettings) {
  public KafkaConfig {
    clientSettings = Map.copyOf(clientSettings);
  }

  public static KafkaConfig read(Section root) {
    Section section = root.section("kafka");
    section.requiredText("bootstrap.servers");
    return new KafkaConfig(section.all());
  }

  /** Without the values, which may be secrets. */
  @Override
  public String toString() {
    return "KafkaConfig" + clientSettings.keySet();
  }

  public String bootstrapServers() {
    return clientSettings.getOrDefault("bootstrap.servers", "");
  }
}
