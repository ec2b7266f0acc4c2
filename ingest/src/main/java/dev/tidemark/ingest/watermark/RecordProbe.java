package dev.tidemark.ingest.watermark;

import dev.tidemark.landing.LandingException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Looks whether a range of offsets holds records, as a consumer sees it: transaction markers, what
 * was aborted (with {@code isolation.level=read_committed}) and what compaction removed are none.
 *
 * @param clientSettings by Kafka's names, {@code bootstrap.servers} among them
 */
public record RecordProbe(Map<String, String> clientSettings) {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration POLL = Duration.ofSeconds(1);

  public RecordProbe {
    clientSettings = Map.copyOf(clientSettings);
  }

  /**
   * Whether {@code [from, until)} holds a record, or held some that are deleted by now.
   *
   * @throws LandingException.Unavailable if Kafka does not say
   */
  public boolean holdsRecords(String topic, int partition, long from, long until) {
    TopicPartition tp = new TopicPartition(topic, partition);
    try (Consumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(settings(), new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      consumer.assign(List.of(tp));
      consumer.seek(tp, from);
      long start = System.nanoTime();
      while (System.nanoTime() - start < PATIENCE.toNanos()) {
        ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
        if (!records.isEmpty()) {
          return records.iterator().next().offset() < until;
        }
        if (consumer.position(tp) >= until) {
          return false;
        }
      }
      throw new LandingException.Unavailable(
          "Kafka does not say what stands in " + tp + " from " + from + " to " + until, null);
    } catch (OffsetOutOfRangeException e) {
      return true;
    } catch (KafkaException e) {
      throw new LandingException.Unavailable("Kafka cannot be read at " + tp + ": " + e, e);
    }
  }

  private Properties settings() {
    Properties settings = ClientSettings.ofConsumer(clientSettings);
    settings.remove(ConsumerConfig.GROUP_ID_CONFIG);
    settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
    settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
    settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, "1");
    return settings;
  }
}
