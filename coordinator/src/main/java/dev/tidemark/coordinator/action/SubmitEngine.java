package dev.tidemark.coordinator.action;

import dev.tidemark.batch.config.BatchConfig;
import dev.tidemark.batch.config.SubmitConfig;
import dev.tidemark.batch.process.EventTypes;
import dev.tidemark.batch.process.Handover;
import dev.tidemark.batch.process.Lane;
import dev.tidemark.batch.process.ProcessRequest;
import dev.tidemark.batch.process.ProcessResult;
import dev.tidemark.batch.process.Processing;
import dev.tidemark.coordinator.config.CoordinatorConfig;
import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.config.DatasetConfig;
import dev.tidemark.landing.fs.LandingFileSystem;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.util.ShutdownHookManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Processing in Spark applications of their own. Partitions that are handed over at the same time
 * share an application if they are in the same lane, and each has its answer as soon as it is
 * known. When an application dies, the partition that it was busy with has failed, and the others
 * go into another application.
 */
public final class SubmitEngine implements Processing {
  private static final Logger LOG = LoggerFactory.getLogger(SubmitEngine.class);

  // Little against what a start takes, and enough for a coordinator to claim its partitions.
  private static final long GATHER_MILLIS = 1000;

  // After the coordinators (100), which wait for what is in work.
  private static final int AFTER_COORDINATORS = 60;
  private static final int STOP_SECONDS = 30;

  private final URI root;
  private final Handover handover;
  private final SortedMap<String, String> eventTypes;
  private final BatchConfig config;
  private final SparkSubmit submit;
  private final ApplicationLogs logs;
  private final Map<Lane, Line> lines = new EnumMap<>(Lane.class);
  private final Runnable hook = this::close;
  private final Set<Application> running = ConcurrentHashMap.newKeySet();

  /** Those of one lane that wait, and as many threads as it may have applications. */
  private record Line(BlockingQueue<Asked> queue, ExecutorService threads) {
    static Line of(int applications) {
      return new Line(
          new LinkedBlockingQueue<>(),
          Executors.newFixedThreadPool(applications, SubmitEngine::thread));
    }
  }

  /** A request, and the promise of an answer. */
  record Asked(ProcessRequest request, CompletableFuture<ProcessResult> answer) {}

  private SubmitEngine(
      URI root,
      LandingFileSystem files,
      SortedMap<String, String> eventTypes,
      BatchConfig config,
      CoordinatorConfig coordinator,
      ApplicationLogs logs) {
    this.root = root;
    this.handover = new Handover(files);
    this.eventTypes = eventTypes;
    this.config = config;
    this.submit = new SparkSubmit(config.submit());
    this.logs = logs;
    lines.put(Lane.LIVE, Line.of(coordinator.concurrency()));
    lines.put(Lane.BACKFILL, Line.of(coordinator.backfill()));
  }

  static SubmitEngine start(
      DatasetConfig dataset,
      LandingFileSystem files,
      BatchConfig config,
      CoordinatorConfig coordinator,
      ApplicationLogs logs) {
    SortedMap<String, String> eventTypes = EventTypes.declarations(config.eventTypesDir());
    // A mistake in a declaration is told here, and not by each application.
    EventTypes.parse(eventTypes);
    SubmitEngine engine =
        new SubmitEngine(dataset.root(), files, eventTypes, config, coordinator, logs);
    ShutdownHookManager.get()
        .addShutdownHook(engine.hook, AFTER_COORDINATORS, STOP_SECONDS, TimeUnit.SECONDS);
    return engine;
  }

  private static Thread thread(Runnable task) {
    Thread thread = new Thread(task, "spark-submit");
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public ProcessResult process(ProcessRequest request) {
    Asked asked = new Asked(request, new CompletableFuture<>());
    Line line = lines.get(request.lane());
    line.queue().add(asked);
    try {
      line.threads().execute(() -> runGroup(line.queue()));
      return asked.answer().get();
    } catch (RejectedExecutionException | InterruptedException e) {
      if (e instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      LandingException stopped = unavailable(request, "this program is being stopped", e);
      // An application that has it as well does not wait for its answer.
      asked.answer().completeExceptionally(stopped);
      throw stopped;
    } catch (ExecutionException e) {
      throw e.getCause() instanceof LandingException known
          ? known
          : unavailable(request, e.getCause().toString(), e.getCause());
    } finally {
      line.queue().remove(asked);
      remove(request);
    }
  }

  /** As many as may share an application, and none if another run has taken them. */
  private void runGroup(BlockingQueue<Asked> queue) {
    List<Asked> group = new ArrayList<>();
    try {
      if (groupSize() > 1 && !queue.isEmpty()) {
        TimeUnit.MILLISECONDS.sleep(GATHER_MILLIS);
      }
      queue.drainTo(group, groupSize());
      // Whoever handed them over did so by threads that raced; the oldest is wanted first.
      group.sort(Comparator.comparing(a -> a.request().partition()));
      List<Asked> left = asked(group);
      while (!left.isEmpty()) {
        left = runApplication(left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      group.forEach(
          a ->
              a.answer()
                  .completeExceptionally(
                      unavailable(a.request(), "this program is being stopped", e)));
    } catch (Throwable e) {
      // Whatever it is: nobody waits for an answer that never comes.
      group.forEach(a -> a.answer().completeExceptionally(e));
    }
  }

  /** Those whose request could be written. */
  private List<Asked> asked(List<Asked> group) {
    List<Asked> written = new ArrayList<>();
    for (Asked each : group) {
      try {
        handover.ask(each.request(), eventTypes, config);
        written.add(each);
      } catch (IOException e) {
        each.answer().completeExceptionally(unavailable(each.request(), e.toString(), e));
      }
    }
    return written;
  }

  /** Runs an application to its end, and returns those that another one has to take. */
  private List<Asked> runApplication(List<Asked> group) throws InterruptedException {
    Application application = new Application(handover, group, config.submit());
    running.add(application);
    try {
      application.start(root, submit, logs);
      return application.await();
    } catch (IOException e) {
      group.forEach(
          a ->
              a.answer()
                  .completeExceptionally(
                      unavailable(a.request(), "spark-submit cannot be started: " + e, e)));
      return List.of();
    } finally {
      application.kill();
      running.remove(application);
    }
  }

  static LandingException unavailable(ProcessRequest request, String why, Throwable cause) {
    return new LandingException.Unavailable(
        request.partition()
            + " was not processed: "
            + why
            + ". Nothing is published; try again in a new attempt.",
        cause);
  }

  private void remove(ProcessRequest request) {
    try {
      handover.remove(request);
    } catch (IOException e) {
      // Whoever publishes the partition next clears it away.
      LOG.debug("{} stays: {}", Handover.directory(request), e.getMessage());
    }
  }

  /** Where a driver that is elsewhere may outlive spark-submit, no other takes its partitions. */
  @Override
  public int groupSize() {
    SubmitConfig shared = config.submit();
    return shared.isDriverElsewhere() ? 1 : shared.partitions();
  }

  /** Partitions wait here for their turn, so only the engine knows how long one has taken. */
  @Override
  public boolean endsWhatTakesTooLong() {
    return true;
  }

  /** Kills what runs. */
  @Override
  public void close() {
    lines.values().forEach(line -> line.threads().shutdownNow());
    running.forEach(Application::kill);
    lines.values().stream()
        .flatMap(line -> line.queue().stream())
        .forEach(
            a ->
                a.answer()
                    .completeExceptionally(
                        unavailable(a.request(), "this program is being stopped", null)));
    if (!ShutdownHookManager.get().isShutdownInProgress()) {
      ShutdownHookManager.get().removeShutdownHook(hook);
    }
  }
}
