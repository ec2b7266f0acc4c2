package dev.tidemark.coordinator.notify;

import static dev.tidemark.coordinator.notify.Telling.hook;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tidemark.coordinator.World;
import dev.tidemark.coordinator.config.NotifyConfig;
import dev.tidemark.coordinator.metrics.NotifyMetrics;
import dev.tidemark.landing.fs.MemoryFileSystem;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** With threads, as in a coordinator. */
class NotifiersTest {
  private final MemoryFileSystem files = new MemoryFileSystem();
  private final World world = new World(files);
  private final Telling telling = new Telling(world, Optional.of(Duration.ofMinutes(30)));

  @Test
  void a_target_that_does_not_answer_holds_up_nobody() throws IOException {
    try (Receiver silent = new Receiver().answers(Receiver.Answer.NEVER);
        Receiver quick = new Receiver()) {
      NotifyConfig other = hook("other", quick.url());
      NotifyConfig elsewhere =
          new NotifyConfig(
              "elsewhere",
              other.url(),
              other.secret(),
              other.command(),
              other.on(),
              Set.of("another-dataset"),
              other.timeout());
      Notifiers notifiers =
          Notifiers.start(
              world.dataset(),
              telling.config(),
              List.of(hook("silent", silent.url(), Duration.ofMinutes(1)), other, elsewhere),
              files,
              telling.clock());
      try {
        await().until(() -> notifiers.status().stream().allMatch(NotifyStatus::telling));
        world
            .lands("2026-08-22T13", "a")
            .watermarkReaches("2026-08-22T14:06:00Z")
            .coordinatorTicks();
        await().until(() -> silent.asked() == 1 && !quick.told().isEmpty());
        PrometheusMeterRegistry metrics = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        NotifyMetrics.of(notifiers, metrics);
        await()
            .untilAsserted(
                () ->
                    assertThat(metrics.scrape())
                        .contains(
                            "notify_told_total{dataset=\"events\",target=\"other\"} 1.0",
                            "notify_told_total{dataset=\"events\",target=\"silent\"} 0.0",
                            "notify_active{dataset=\"events\",target=\"silent\"} 1.0",
                            "notify_failures{dataset=\"events\",target=\"other\"} 0.0"));
        assertThat(quick.told()).containsExactly("published 2026-08-22T13 1");
        assertThat(notifiers.status().stream().map(NotifyStatus::target))
            .containsExactly(Notifiers.MISSES, "silent", "other");
      } finally {
        notifiers.close();
      }
      // The position was given back, so another goes on at once and tells what was not delivered.
      silent.answers(Receiver.Answer.OK);
      Telling.steps(telling.on(files, hook("silent", silent.url())));
      assertThat(silent.told()).containsExactly("published 2026-08-22T13 1");
    }
  }
}
