package dev.tidemark.collector.http;

import dev.tidemark.collector.metrics.CollectorMetrics;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.servlet.AsyncContext;
import org.eclipse.jetty.server.HttpOutput;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Callback;

/**
 * One request and its only answer, which may come from any thread and never blocks it. The answer
 * is written at once; the exchange ends when the body has come to its end too, so that a client
 * that is still sending can read why it was refused. At the deadline an exchange without an answer
 * gets 503, and ends.
 */
final class Exchange {
  private final Request request;
  private final AsyncContext async;
  private final InFlight inFlight;
  private final CollectorMetrics metrics;
  private final AtomicBoolean answered = new AtomicBoolean();
  private final AtomicBoolean bodyEnded = new AtomicBoolean();
  private final AtomicInteger missing = new AtomicInteger(2);
  private final ScheduledFuture<?> deadline;

  private volatile Runnable afterwards = () -> {};

  /** Takes the request out of its thread's hands: it goes on after the thread has returned. */
  Exchange(
      Request request,
      InFlight inFlight,
      ScheduledExecutorService clock,
      Duration within,
      CollectorMetrics metrics) {
    this.request = request;
    this.metrics = metrics;
    this.inFlight = inFlight;
    inFlight.enter();
    async = request.startAsync();
    // The container's own time-out cannot be told apart from an answer that is just being written.
    async.setTimeout(0);
    deadline = clock.schedule(this::expire, within.toMillis(), TimeUnit.MILLISECONDS);
  }

  Request request() {
    return request;
  }

  /** What is to be done when the exchange has ended, however it ends. */
  void afterwards(Runnable task) {
    afterwards = task;
  }

  boolean isAnswered() {
    return answered.get();
  }

  /** Whether it has been answered and nothing more of its body will be read. */
  boolean hasEnded() {
    return missing.get() == 0;
  }

  /** Answers, if nothing has been answered yet. */
  void answer(Answer answer) {
    if (!answered.compareAndSet(false, true)) {
      return;
    }
    var response = request.getResponse();
    response.setStatus(answer.status());
    response.setHeader("Cache-Control", "no-store");
    if (answer.contentType() != null) {
      response.setContentType(answer.contentType());
    }
    if (answer.retryAfter() > 0) {
      response.setHeader(RetryAfter.HEADER, Integer.toString(answer.retryAfter()));
    }
    metrics.answered(answer.status());
    if (!bodyEnded.get()) {
      response.setHeader("Connection", "close");
    }
    if (answer.status() != 204) {
      response.setContentLength(answer.body().remaining());
    }
    HttpOutput output = response.getHttpOutput();
    output.sendContent(answer.body(), Callback.from(this::ended, e -> ended()));
  }

  /** Nothing more of the body will come, or is of interest. */
  void bodyEnded() {
    if (bodyEnded.compareAndSet(false, true)) {
      ended();
    }
  }

  /** The client is gone; there is nobody to answer. */
  void abandon() {
    if (answered.compareAndSet(false, true)) {
      ended();
    }
    bodyEnded();
  }

  private void expire() {
    answer(Answer.unavailable("not done in time; some of it may have been kept"));
    bodyEnded();
  }

  private void ended() {
    if (missing.decrementAndGet() == 0) {
      deadline.cancel(false);
      try {
        async.complete();
      } finally {
        afterwards.run();
        inFlight.leave();
      }
    }
  }
}
