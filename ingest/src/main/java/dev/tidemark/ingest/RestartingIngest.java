package dev.tidemark.ingest;

import dev.tidemark.ingest.StreamStatus.State;
import dev.tidemark.ingest.config.IngestConfig;
import dev.tidemark.ingest.http.DatasetHealth;
import dev.tidemark.ingest.metrics.IngestMetrics;
import dev.tidemark.landing.HowLong;
import dev.tidemark.landing.config.DatasetConfig;
import dev.tidemark.landing.config.KafkaConfig;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.spark.sql.SparkSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the stream of one dataset running. One that dies because something was away, Kafka or the
 * root's file system, is started again after a pause, from the offsets of the landing log. One that
 * dies for any other reason stays dead, and {@link #failure} says why: the process must end then,
 * for a program that lands nothing is not well.
 */
public final class RestartingIngest implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RestartingIngest.class);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(5);

  /** Triggers, and a time besides, after which Kafka's silence is not well any more. */
  private static final int TRIGGERS_OF_SILENCE = 3;

  private static final Duration SILENCE = Duration.ofMinutes(1);

  /** One run of a stream, from its start to its end. */
  interface Run extends AutoCloseable {
    /** Returns when it runs. */
    Run start();

    /** Returns when it was told to stop; throws what it died of. */
    void awaitTermination() throws Exception;

    /** Why the landing log cannot be written just now, though the stream lives. */
    default Optional<String> unwritten() {
      return Optional.empty();
    }

    @Override
    void close();
  }

  private final String dataset;
  private final Function<Runnable, Run> runs;
  private final Backoff backoff;
  private final Duration silence;
  private final IngestMetrics metrics;
  private final Clock clock;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final CompletableFuture<Void> started = new CompletableFuture<>();
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private final Thread thread;
  private volatile Run current;
  private volatile StreamStatus status;

  RestartingIngest(
      String dataset,
      Function<Runnable, Run> runs,
      IngestConfig config,
      IngestMetrics metrics,
      Clock clock) {
    this.dataset = dataset;
    this.runs = runs;
    this.backoff = new Backoff(config.restartBackoff(), Backoff.MOST);
    this.silence = config.trigger().multipliedBy(TRIGGERS_OF_SILENCE).plus(SILENCE);
    this.metrics = metrics;
    this.clock = clock;
    this.thread = new Thread(this::run, "ingest-" + dataset);
    this.thread.setDaemon(true);
    become(State.STARTING, Optional.empty());
  }

  /**
   * Puts a stream together; nothing runs yet. The session stays the caller's.
   *
   * @param registry takes the stream's metrics
   */
  public static RestartingIngest wire(
      SparkSession spark,
      DatasetConfig dataset,
      KafkaConfig kafka,
      IngestConfig config,
      MeterRegistry registry,
      Clock clock) {
    IngestMetrics metrics = new IngestMetrics(registry, dataset.name(), clock);
    return new RestartingIngest(
        dataset.name(),
        standsBy -> Ingest.wire(spark, dataset, kafka, config, metrics, standsBy, clock),
        config,
        metrics,
        clock);
  }

  /** Begins, and returns at once. */
  public RestartingIngest start() {
    thread.start();
    return this;
  }

  /**
   * Waits until the stream runs for the first time.
   *
   * @throws RuntimeException the reason, if it dies of one that does not pass
   */
  public void awaitStart() {
    try {
      started.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException known
          ? known
          : new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Completes when the stream is over: without a value when told to stop, or with the failure. */
  public CompletableFuture<Void> ended() {
    return ended;
  }

  /** Why the stream died, if it did and is not started again. */
  public Optional<Throwable> failure() {
    return ended.isCompletedExceptionally()
        ? ended.handle((nothing, e) -> Optional.ofNullable(e)).join()
        : Optional.empty();
  }

  /**
   * How the stream is; a silent Kafka or a log that cannot be written is not well, even before the
   * stream dies of it.
   */
  public DatasetHealth health() {
    StreamStatus now = status;
    Run run = current;
    Optional<String> unwritten =
        now.state() == State.RUNNING && run != null ? run.unwritten() : Optional.empty();
    Instant heard = metrics.lookedAt().filter(t -> t.isAfter(now.since())).orElse(now.since());
    boolean silent =
        now.state() == State.RUNNING
            && Duration.between(heard, clock.instant()).compareTo(silence) > 0;
    return new DatasetHealth(
        dataset,
        now.state().isWell() && !silent && unwritten.isEmpty(),
        now.state().label(),
        now.since(),
        silent
            ? Optional.of("Kafka has not said since " + heard + " where its topics end")
            : unwritten.or(now::reason));
  }

  private void run() {
    int failures = 0;
    while (!isClosing()) {
      Instant begun = clock.instant();
      Optional<Throwable> cause = runOnce();
      if (isClosing() || cause.isEmpty()) {
        break;
      }
      FailureKind kind = FailureKind.of(cause.get());
      metrics.failed(kind.label());
      if (kind == FailureKind.PERMANENT) {
        fail(cause.get());
        return;
      }
      boolean ranLong = Duration.between(begun, clock.instant()).compareTo(backoff.most()) > 0;
      failures = ranLong ? 1 : failures + 1;
      pause(backoff.pause(failures), cause.get());
    }
    become(State.STOPPED, Optional.empty());
    started.complete(null);
    ended.complete(null);
  }

  /** Runs until the stream is over, and returns why if nobody told it to. */
  private Optional<Throwable> runOnce() {
    become(State.STARTING, status.reason());
    try (Run run = runs.apply(() -> become(State.STANDBY, Optional.empty()))) {
      run.start();
      current = run;
      become(State.RUNNING, Optional.empty());
      started.complete(null);
      if (!isClosing()) {
        run.awaitTermination();
      }
      return isClosing()
          ? Optional.empty()
          : Optional.of(new IllegalStateException("The stream ended, and nobody had stopped it."));
    } catch (InterruptedException e) {
      return Optional.empty();
    } catch (Exception e) {
      return Optional.of(e);
    } finally {
      current = null;
    }
  }

  private void pause(Duration pause, Throwable cause) {
    String reason = Causes.of(cause).oneLine();
    LOG.warn(
        "{}: the stream died and is started again in {}: {}", dataset, HowLong.of(pause), reason);
    become(State.WAITING, Optional.of(reason));
    try {
      boolean ignored = closing.await(pause.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      LOG.debug("{}: woken to stop", dataset);
    }
  }

  private void fail(Throwable cause) {
    String reason = Causes.of(cause).oneLine();
    LOG.error("{}: the stream died: {}", dataset, reason);
    LOG.debug("{}: the stream died", dataset, cause);
    become(State.FAILED, Optional.of(reason));
    started.completeExceptionally(cause);
    ended.completeExceptionally(cause);
  }

  private void become(State state, Optional<String> reason) {
    status = new StreamStatus(state, clock.instant(), reason);
    metrics.role(state == State.RUNNING);
  }

  private boolean isClosing() {
    return closing.getCount() == 0;
  }

  /** Lets the running micro-batch end, for a while, and stops the stream for good. */
  @Override
  public void close() {
    closing.countDown();
    Run running = current;
    if (running != null) {
      running.close();
    } else {
      // It may be waiting for a Kafka that does not answer.
      thread.interrupt();
    }
    try {
      thread.join(STOP_LIMIT.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
