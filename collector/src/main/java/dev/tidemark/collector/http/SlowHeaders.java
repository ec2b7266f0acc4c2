package dev.tidemark.collector.http;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.HttpConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Closes connections on which the headers of a request take too long. Jetty's idle time-out begins
 * anew with every byte, so that a client which sends one now and then keeps its connection for
 * days; for bodies there is the deadline of the {@link Exchange}.
 */
final class SlowHeaders implements Connection.Listener {
  private static final Logger LOG = LoggerFactory.getLogger(SlowHeaders.class);

  /** What was seen of a connection when it was last between two requests. */
  private static final class Seen {
    private long requests;
    private long bytes;
    private long since;

    /** Notes what there is now; true if a request has been on its way for longer than allowed. */
    boolean isSlow(HttpConnection connection, long now, long most) {
      long begun = connection.getMessagesIn();
      long read = connection.getBytesIn();
      boolean between = begun == requests && connection.getHttpChannel().getState().isIdle();
      if (!between || read == bytes) {
        requests = begun;
        bytes = read;
        since = now;
        return false;
      }
      return now - since > most;
    }
  }

  private final Map<HttpConnection, Seen> connections = new ConcurrentHashMap<>();
  private final long most;
  private final LongSupplier nanoClock;

  SlowHeaders(Duration most, LongSupplier nanoClock) {
    this.most = most.toNanos();
    this.nanoClock = nanoClock;
  }

  @Override
  public void onOpened(Connection connection) {
    if (connection instanceof HttpConnection http) {
      Seen seen = new Seen();
      seen.since = nanoClock.getAsLong();
      connections.put(http, seen);
    }
  }

  @Override
  public void onClosed(Connection connection) {
    if (connection instanceof HttpConnection http) {
      connections.remove(http);
    }
  }

  /** Looks at every connection; to be called every second or so. */
  void look() {
    long now = nanoClock.getAsLong();
    connections.forEach((connection, seen) -> look(connection, seen, now));
  }

  private void look(HttpConnection connection, Seen seen, long now) {
    try {
      if (seen.isSlow(connection, now, most)) {
        connection.getEndPoint().close();
      }
    } catch (RuntimeException e) {
      // The others are still to be looked at, now and later.
      LOG.warn("A connection could not be looked at", e);
    }
  }
}
