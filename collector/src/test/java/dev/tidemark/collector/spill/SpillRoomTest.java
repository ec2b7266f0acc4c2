package dev.tidemark.collector.spill;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.collector.config.SpillConfig;
import dev.tidemark.collector.kafka.EventProducer;
import dev.tidemark.landing.config.KafkaConfig;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpillRoomTest {
  private static final String KEPT = "kept";

  @TempDir private Path directory;

  @Test
  void the_last_of_the_disk_is_left_alone() throws Exception {
    AtomicLong free = new AtomicLong(Spill.KEEP_FREE - 1);
    try (EventProducer nowhere = nowhere();
        Spill spill = new Spill(new SpillConfig(directory, 1 << 30), nowhere, free::get)) {
      spill.start();
      assertThat(spill.isFull()).isTrue();
      assertThat(keep(spill)).contains("disk is full");
      assertThat(spill.refusedTotal()).isEqualTo(1);
      assertThat(spill.records()).isZero();

      free.set(2 * Spill.KEEP_FREE);
      assertThat(spill.isFull()).isFalse();
      assertThat(keep(spill)).isEqualTo(KEPT);
      free.set(0);
      assertThat(keep(spill)).contains("disk is full");
      assertThat(spill.records()).isEqualTo(1);
    }
  }

  private static EventProducer nowhere() {
    return new EventProducer(new KafkaConfig(Map.of("bootstrap.servers", "127.0.0.1:1")), 1024);
  }

  private static String keep(Spill spill) throws Exception {
    CompletableFuture<String> outcome = new CompletableFuture<>();
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>("events", null, 1L, null, "{}".getBytes(UTF_8));
    spill.keep(
        List.of(record),
        new Outcome() {
          @Override
          public void kept() {
            outcome.complete(KEPT);
          }

          @Override
          public void notKept(String reason) {
            outcome.complete(reason);
          }

          @Override
          public void tooLarge(List<ProducerRecord<byte[], byte[]>> records) {
            outcome.complete("too large");
          }

          @Override
          public boolean isAbandoned() {
            return false;
          }
        });
    return outcome.get(30, TimeUnit.SECONDS);
  }
}
