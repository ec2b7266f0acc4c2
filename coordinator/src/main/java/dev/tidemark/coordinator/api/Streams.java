package dev.tidemark.coordinator.api;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.server.Request;

/**
 * The streams that are open: so many and no more, each with a comment now and then, until the
 * server stops.
 */
final class Streams implements AutoCloseable {
  /** For people who look at a page, and far below what the server has connections for. */
  static final int MOST = 64;

  private static final String RETRY_AFTER = "10";

  private final Duration heartbeat;
  private final Set<EventStream> open = new HashSet<>();
  private Optional<ScheduledThreadPoolExecutor> thread = Optional.empty();
  private boolean closed;

  /** What a stream tells, from its beginning on; it does not wait for anything. */
  interface Source {
    /**
     * The client can be told.
     *
     * @return what is to be done when it cannot be told any more
     */
    Runnable tell(EventStream stream);
  }

  Streams(Duration heartbeat, MeterRegistry registry) {
    this.heartbeat = heartbeat;
    Gauge.builder("tidemark.coordinator.api.streams", this, Streams::count)
        .description("Streams of changes that are open")
        .register(registry);
  }

  private synchronized int count() {
    return open.size();
  }

  /**
   * Answers a request with a stream.
   *
   * @throws Refusal if there are too many
   */
  void open(Request request, Source source) throws IOException {
    EventStream stream = new EventStream(request, this::leave);
    enter(stream);
    boolean begun = false;
    try {
      stream.begin();
      stream.tell(source);
      begun = true;
    } finally {
      if (!begun) {
        stream.end();
      }
    }
  }

  private synchronized void enter(EventStream stream) {
    if (closed || open.size() >= MOST) {
      throw Refusal.busy("Too many streams are open. Ask again in a while.", RETRY_AFTER);
    }
    open.add(stream);
    if (thread.isEmpty()) {
      ScheduledThreadPoolExecutor started =
          new ScheduledThreadPoolExecutor(
              1,
              task -> {
                Thread t = new Thread(task, "stream-heartbeat");
                t.setDaemon(true);
                return t;
              });
      thread = Optional.of(started);
      var unused =
          started.scheduleWithFixedDelay(
              () -> all().forEach(EventStream::comment),
              heartbeat.toMillis(),
              heartbeat.toMillis(),
              TimeUnit.MILLISECONDS);
    }
  }

  private synchronized void leave(EventStream stream) {
    open.remove(stream);
  }

  private synchronized List<EventStream> all() {
    return List.copyOf(open);
  }

  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      thread.ifPresent(ScheduledThreadPoolExecutor::shutdownNow);
    }
    all().forEach(EventStream::end);
  }
}
