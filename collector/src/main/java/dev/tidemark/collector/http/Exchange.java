package dev.tidemark.collector.http;

import dev.tidemark.collector.metrics.CollectorMetrics;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.servlet.AsyncContext;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.PreEncodedHttpField;
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
  private static final HttpField NO_STORE =
      new PreEncodedHttpField(HttpHeader.CACHE_CONTROL, "no-store");

  private final Request request;
  private final AsyncContext async;
  private final InFlight inFlight;
  private final CollectorMetrics metrics;
  private final AtomicBoolean answered = new AtomicBoolean();
  private final AtomicBoolean bodyEnded = new AtomicBoolean();
  private final AtomicInteger missing = new AtomicInteger(2);
  private final long deadline;
  private boolean expired;

  private volatile Runnable afterwards = () -> {};

  /**
   * Takes the request out of its thread's hands: it goes on after the thread has returned.
   *
   * @param within how long it may take
   */
  Exchange(Request request, InFlight inFlight, Duration within, CollectorMetrics metrics) {
    this.request = request;
    this.metrics = metrics;
    this.inFlight = inFlight;
    deadline = System.nanoTime() + within.toNanos();
    async = request.startAsync();
    // The container's own time-out cannot be told apart from an answer that is just being written.
    async.setTimeout(0);
    inFlight.enter(this);
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
    if (answered.compareAndSet(false, true)) {
      boolean cutOff = !bodyEnded.get();
      later(() -> write(answer, cutOff));
    }
  }

  /** Does something on the thread that serves the connection, when the others had their turn. */
  void later(Runnable task) {
    SelectedEndPoint.execute(request.getHttpChannel().getEndPoint(), task);
  }

  private void write(Answer answer, boolean cutOff) {
    var response = request.getResponse();
    response.setStatus(answer.status());
    response.getHttpFields().put(NO_STORE);
    if (answer.contentType() != null) {
      response.setContentType(answer.contentType());
    }
    if (answer.retryAfter() > 0) {
      response.setHeader(RetryAfter.HEADER, Integer.toString(answer.retryAfter()));
    }
    metrics.answered(answer.status());
    if (cutOff) {
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

  /** Answers and ends it if its time is over; asked by one thread. */
  void expire(long nanoTime) {
    if (!expired && nanoTime - deadline >= 0) {
      expired = true;
      later(this::giveUp);
    }
  }

  /** On the thread of the connection, so that nobody reads from it what is no longer this body. */
  private void giveUp() {
    answer(Answer.unavailable("not done in time; some of it may have been kept"));
    bodyEnded();
  }

  private void ended() {
    if (missing.decrementAndGet() == 0) {
      try {
        async.complete();
      } finally {
        afterwards.run();
        inFlight.leave(this);
      }
    }
  }
}
