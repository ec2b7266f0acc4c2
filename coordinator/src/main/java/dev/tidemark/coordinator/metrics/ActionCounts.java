package dev.tidemark.coordinator.metrics;

import dev.tidemark.landing.log.LogEntry;
import dev.tidemark.landing.log.LogEntry.Action;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Counts actions by what the log says of them: {@code done}, {@code retried} where they failed and
 * are tried again, {@code failed} where they wait for a person.
 */
final class ActionCounts {
  private static final List<String> OUTCOMES = List.of("done", "failed", "retried");
  private static final String CLOSE = "close";

  private final MeterRegistry registry;
  private final String prefix;
  private final Tags tags;

  ActionCounts(MeterRegistry registry, String prefix, Tags tags) {
    this.registry = registry;
    this.prefix = prefix;
    this.tags = tags;
    List<String> all = new ArrayList<>();
    for (Action action : Action.values()) {
      all.add(name(action));
    }
    all.forEach(action -> OUTCOMES.forEach(outcome -> counter(action, outcome)));
    // That it could not be done is not in the log: nothing has begun.
    counter(CLOSE, "done");
  }

  void count(LogEntry entry) {
    if (entry instanceof LogEntry.Close) {
      counter(CLOSE, "done").increment();
    } else if (entry instanceof LogEntry.Staged) {
      done(Action.PREPARE);
    } else if (entry instanceof LogEntry.Publish) {
      done(Action.PROCESS);
    } else if (entry instanceof LogEntry.Published) {
      done(Action.PUBLISH);
    } else if (entry instanceof LogEntry.Archived) {
      done(Action.ARCHIVE);
    } else if (entry instanceof LogEntry.Expired) {
      done(Action.EXPIRE);
    } else if (entry instanceof LogEntry.Failed failed) {
      counter(name(failed.action()), failed.waitsForPerson() ? "failed" : "retried").increment();
    }
  }

  private void done(Action action) {
    counter(name(action), "done").increment();
  }

  private Counter counter(String action, String outcome) {
    return Counter.builder(prefix + "actions")
        .description("Actions by kind and outcome")
        .tags(tags.and("action", action, "outcome", outcome))
        .register(registry);
  }

  private static String name(Action action) {
    return action.name().toLowerCase(Locale.ROOT);
  }
}
