package dev.tidemark.standalone.cli;

import dev.tidemark.standalone.DataDirectory;
import dev.tidemark.standalone.Pipeline;
import dev.tidemark.standalone.config.PipelineConfig;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.util.ShutdownHookManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A pipeline that is stopped in good order by Ctrl-C or SIGTERM, and that ends when a stream dies.
 */
final class RunningPipeline implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RunningPipeline.class);

  /** Before Spark's and Hadoop's own hooks, which would stop what the pipeline still needs. */
  private static final int BEFORE_SPARK = 100;

  private static final int FAILED = 1;

  private final Pipeline pipeline;
  private final CountDownLatch stopped = new CountDownLatch(1);

  private RunningPipeline(Pipeline pipeline) {
    this.pipeline = pipeline;
  }

  static RunningPipeline start(
      PipelineConfig config, DataDirectory directory, String yaml, Clock clock) {
    directory.writeConfig(yaml);
    RunningPipeline running = new RunningPipeline(Pipeline.start(config, directory, clock));
    ShutdownHookManager.get().addShutdownHook(running::close, BEFORE_SPARK, 120, TimeUnit.SECONDS);
    return running;
  }

  Pipeline get() {
    return pipeline;
  }

  /**
   * Waits until it is stopped, and returns the exit code: 1 if a stream died. Where only a person
   * can help, everything else stays up: the commands that help need its Kafka and its HDFS.
   */
  int awaitEnd() {
    try {
      boolean told = false;
      while (!stopped.await(1, TimeUnit.SECONDS)) {
        Optional<Throwable> failure = pipeline.failure();
        if (failure.isPresent() && !Pipeline.needsOperator(failure.get())) {
          // The stream has said why.
          LOG.error("A stream died, so this ends with {}.", FAILED);
          return FAILED;
        }
        if (failure.isPresent() && !told) {
          told = true;
          LOG.error(
              "Nothing lands any more: {} All else stays up, so that you can do that here; then stop"
                  + " this and start it again.",
              failure.get().getMessage());
        }
      }
      return pipeline.failure().isPresent() ? FAILED : 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return FAILED;
    }
  }

  @Override
  public void close() {
    pipeline.close();
    stopped.countDown();
  }
}
