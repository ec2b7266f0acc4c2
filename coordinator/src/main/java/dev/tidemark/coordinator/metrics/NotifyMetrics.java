package dev.tidemark.coordinator.metrics;

import dev.tidemark.coordinator.notify.Notifiers;
import dev.tidemark.coordinator.notify.NotifyStatus;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.List;

/**
 * The metrics of those who are told of a dataset. They count what this process delivered; of
 * several coordinators one tells a target.
 */
public final class NotifyMetrics {
  private static final String PREFIX = "tidemark.coordinator.notify.";

  private NotifyMetrics() {}

  /** Shows them in a registry, for as long as the notifiers live. */
  public static void of(Notifiers notifiers, MeterRegistry registry) {
    List<NotifyStatus> targets = notifiers.status();
    for (int i = 0; i < targets.size(); i++) {
      int target = i;
      Tags tags = Tags.of("dataset", targets.get(i).dataset(), "target", targets.get(i).target());
      FunctionCounter.builder(PREFIX + "told", notifiers, n -> n.status().get(target).told())
          .description("Events that a target took")
          .tags(tags)
          .register(registry);
      Gauge.builder(PREFIX + "failures", notifiers, n -> n.status().get(target).failures())
          .description("How often in a row a target did not take the event that is its next")
          .tags(tags)
          .register(registry);
      Gauge.builder(PREFIX + "active", notifiers, n -> n.status().get(target).telling() ? 1 : 0)
          .description("1 while this process tells the target, 0 while another does")
          .tags(tags)
          .register(registry);
    }
  }
}
