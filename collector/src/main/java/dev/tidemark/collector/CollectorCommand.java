package dev.tidemark.collector;

import dev.tidemark.collector.config.CollectorConfig;
import dev.tidemark.landing.config.ConfigFile;
import dev.tidemark.landing.config.ConfigSource;
import dev.tidemark.landing.config.KafkaConfig;
import dev.tidemark.landing.config.Problems;
import dev.tidemark.landing.config.ProgramClock;
import java.io.UncheckedIOException;
import java.util.concurrent.Callable;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;

/** {@code tidemark collector}: one collector, until it is told to stop. */
@Command(
    name = "collector",
    description = "Takes events over HTTP and answers when they are durable; until stopped.",
    mixinStandardHelpOptions = true)
public final class CollectorCommand implements Callable<Integer> {
  private static final Logger LOG = LoggerFactory.getLogger(CollectorCommand.class);
  private static final int DONE = 0;
  private static final int FAILED = 1;

  private final ConfigSource source;

  public CollectorCommand(ConfigSource source) {
    this.source = source;
  }

  @Override
  public Integer call() throws InterruptedException {
    ConfigFile file = source.load();
    Problems problems = new Problems();
    KafkaConfig kafka = KafkaConfig.read(file.root(problems));
    CollectorConfig config = CollectorConfig.read(file.root(problems));
    problems.throwIfAny();
    try (Collector collector = Collector.wire(kafka, config, ProgramClock.utc());
        KeysReload reload = new KeysReload(source, config.keySet(), collector::replaceKeys)) {
      collector.start();
      reload.start(config.keysReload());
      Runtime.getRuntime().addShutdownHook(new Thread(collector::close, "collector-drain"));
      collector.awaitClosed();
      return DONE;
    } catch (KafkaException | UncheckedIOException e) {
      LOG.error("The collector cannot start: {}. {}", e.getMessage(), reason(e));
      return FAILED;
    }
  }

  private static String reason(RuntimeException e) {
    return e.getCause() == null || e instanceof UncheckedIOException
        ? "Check the configuration."
        : "Cause: " + e.getCause();
  }
}
