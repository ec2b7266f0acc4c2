package dev.tidemark.collector;

import dev.tidemark.collector.config.CollectorConfig;
import dev.tidemark.collector.config.KeySet;
import dev.tidemark.landing.config.ConfigException;
import dev.tidemark.landing.config.ConfigSource;
import dev.tidemark.landing.config.Problems;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at the configuration again and again, and puts other write keys in force when it has other
 * ones. A configuration that cannot be used changes nothing. Nothing but the keys is taken from it.
 */
final class KeysReload implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(KeysReload.class);

  private final ConfigSource source;
  private final Consumer<KeySet> use;
  private final ScheduledExecutorService executor =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "collector-keys");
            thread.setDaemon(true);
            return thread;
          });
  private KeySet inForce;
  private String lastProblem = "";

  KeysReload(ConfigSource source, KeySet inForce, Consumer<KeySet> use) {
    this.source = source;
    this.inForce = inForce;
    this.use = use;
  }

  void start(Duration pause) {
    if (!pause.isZero()) {
      var unused =
          executor.scheduleWithFixedDelay(
              this::look, pause.toMillis(), pause.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  /** Looks once. */
  void look() {
    try {
      Problems problems = new Problems();
      KeySet found = CollectorConfig.read(source.load().root(problems)).keySet();
      problems.throwIfAny();
      lastProblem = "";
      if (!found.equals(inForce)) {
        use.accept(found);
        inForce = found;
        LOG.info("Other write keys are in force: {}", found);
      }
    } catch (ConfigException e) {
      if (!e.getMessage().equals(lastProblem)) {
        lastProblem = e.getMessage();
        LOG.warn("The write keys stay as they are: {}", e.getMessage());
      }
    } catch (RuntimeException e) {
      LOG.warn("The write keys stay as they are", e);
    }
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }
}
