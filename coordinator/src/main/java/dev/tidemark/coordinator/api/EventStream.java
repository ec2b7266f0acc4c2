package dev.tidemark.coordinator.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import javax.servlet.AsyncContext;
import javax.servlet.ServletOutputStream;
import javax.servlet.WriteListener;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Server-sent events to one client. Whoever sends returns at once, and no thread waits for the
 * client; one who does not read what waits for it is cut off. What is sent after the end is
 * dropped.
 */
final class EventStream implements WriteListener {
  private static final Logger LOG = LoggerFactory.getLogger(EventStream.class);

  /** More than the largest event. */
  private static final int MOST_WAITING = 512 * 1024;

  /** So long a client that lost its stream waits before it asks for another. */
  private static final String BEGINNING = "retry: 3000\n\n";

  private final Request request;
  private final Consumer<EventStream> atEnd;
  private final Deque<byte[]> waiting = new ArrayDeque<>();
  private int waitingBytes;
  private AsyncContext async;
  private ServletOutputStream out;
  private boolean unflushed;
  private boolean ended;
  private long id = -1;
  private Runnable afterwards = () -> {};

  /**
   * Of a request that was let in.
   *
   * @param atEnd is told once, whoever ends it
   */
  EventStream(Request request, Consumer<EventStream> atEnd) {
    this.request = request;
    this.atEnd = atEnd;
  }

  /** Takes the request out of its thread's hands, and sends the head of the answer. */
  synchronized void begin() throws IOException {
    StreamingConnections.streams(request);
    Response response = request.getResponse();
    response.setStatus(200);
    response.setContentType("text/event-stream;charset=utf-8");
    // For proxies that would wait for more.
    response.setHeader("X-Accel-Buffering", "no");
    async = request.startAsync();
    async.setTimeout(0);
    out = response.getOutputStream();
    out.write(BEGINNING.getBytes(UTF_8));
    // An answer that has begun SparkJava leaves alone.
    response.flushBuffer();
    out.setWriteListener(this);
  }

  /** Lets it be told, unless the client is gone already. */
  synchronized void tell(Streams.Source source) {
    if (!ended) {
      afterwards = source.tell(this);
    }
  }

  /**
   * Sends an event.
   *
   * @param data one line
   */
  synchronized void send(long version, String event, String data) {
    id = version;
    send("id: " + version + "\nevent: " + event + "\ndata: " + data + "\n\n");
  }

  /** Nothing happened up to a version; the client is told with the next comment. */
  synchronized void reached(long version) {
    id = version;
  }

  /** Shows the client, and those between, that the stream lives. */
  synchronized void comment() {
    send(": \n" + (id < 0 ? "" : "id: " + id + "\n") + "\n");
  }

  private void send(String text) {
    if (ended) {
      return;
    }
    byte[] bytes = text.getBytes(UTF_8);
    if (waitingBytes + bytes.length > MOST_WAITING) {
      LOG.info("{} does not read what it asked for, and is cut off", request.getRemoteAddr());
      cutOff();
      return;
    }
    waiting.addLast(bytes);
    waitingBytes += bytes.length;
    write();
  }

  @Override
  public synchronized void onWritePossible() {
    write();
  }

  /** Whenever it is not ready, Jetty calls again when it is. */
  private void write() {
    try {
      while (!ended && (unflushed || !waiting.isEmpty()) && out.isReady()) {
        byte[] next = waiting.pollFirst();
        if (next == null) {
          out.flush();
          unflushed = false;
        } else {
          waitingBytes -= next.length;
          out.write(next);
          unflushed = true;
        }
      }
    } catch (IOException | RuntimeException e) {
      onError(e);
    }
  }

  @Override
  public synchronized void onError(Throwable failure) {
    LOG.debug("A client is gone: {}", failure.getMessage());
    cutOff();
  }

  private void cutOff() {
    if (!ended) {
      request.getHttpChannel().abort(new IOException("The stream is cut off"));
      end();
    }
  }

  /** Ends the answer. */
  synchronized void end() {
    if (ended) {
      return;
    }
    ended = true;
    waiting.clear();
    try {
      if (async != null) {
        async.complete();
      }
    } catch (IllegalStateException e) {
      LOG.debug("It has ended already: {}", e.getMessage());
    } finally {
      afterwards.run();
      atEnd.accept(this);
    }
  }
}
