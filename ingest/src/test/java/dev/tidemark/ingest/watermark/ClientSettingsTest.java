package dev.tidemark.ingest.watermark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ClientSettingsTest {
  private static final Map<String, String> SECURITY =
      Map.of(
          "bootstrap.servers", "k:9093",
          "security.protocol", "SASL_SSL",
          "sasl.mechanism", "SCRAM-SHA-512",
          "sasl.jaas.config", "…ScramLoginModule required username=\"u\" password=\"p\";",
          "sasl.login.callback.handler.class", "com.example.Login",
          "ssl.truststore.location", "/etc/tidemark/trust.p12",
          "ssl.truststore.password", "t",
          "ssl.keystore.location", "/etc/tidemark/key.p12",
          "ssl.endpoint.identification.algorithm", "https");

  @Test
  void security_settings_reach_every_client() {
    assertThat(ClientSettings.ofAdmin(SECURITY)).containsAllEntriesOf(SECURITY);
    assertThat(ClientSettings.ofConsumer(SECURITY)).containsAllEntriesOf(SECURITY);
  }

  @Test
  void settings_of_plug_ins_reach_every_client() {
    Map<String, String> plugIn =
        Map.of("config.providers", "file", "config.providers.file.class", "com.example.File");
    assertThat(ClientSettings.ofAdmin(plugIn)).containsAllEntriesOf(plugIn);
    assertThat(ClientSettings.ofConsumer(plugIn)).containsAllEntriesOf(plugIn);
  }

  @Test
  void what_is_for_another_kind_of_client_is_left_out() {
    Map<String, String> mixed = Map.of("isolation.level", "read_committed", "linger.ms", "5");
    assertThat(ClientSettings.ofAdmin(mixed)).isEmpty();
    assertThat(ClientSettings.ofConsumer(mixed)).containsOnlyKeys("isolation.level");
  }
}
