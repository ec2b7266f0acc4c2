package dev.tidemark.coordinator.api;

import java.util.Map;
import java.util.Optional;
import org.eclipse.jetty.server.ConnectionLimit;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import spark.embeddedserver.EmbeddedServer;
import spark.embeddedserver.jetty.websocket.WebSocketHandlerWrapper;
import spark.ssl.SslStores;

/** Jetty for a few people and a scraper, within bounds that no client can move. */
final class JettyServer implements EmbeddedServer {
  private static final Logger LOG = LoggerFactory.getLogger(JettyServer.class);

  /** More than {@link CoordinatorHttp#PLACES} and those that accept and select. */
  private static final int THREADS = 24;

  private static final int THREAD_IDLE_MILLIS = 60_000;
  private static final int LEAST_THREADS = 4;
  private static final int CONNECTIONS = 2000;
  private static final int IDLE_MILLIS = 15_000;
  static final int HEADER_BYTES = 8 * 1024;

  /**
   * One who reads slower than this is cut off. Of what is sent Jetty would measure the rate from
   * the first byte to the moment at which it is read, so that a short body that is read a little
   * later than it came is too slow; {@link Admission} has a limit of time instead.
   */
  private static final int LEAST_BYTES_A_SECOND = 1024;

  private final Server server;
  private final ServerConnector connector;

  JettyServer(Handler handler) {
    QueuedThreadPool threads = new QueuedThreadPool(THREADS, LEAST_THREADS, THREAD_IDLE_MILLIS);
    threads.setName("coordinator-http");
    threads.setDaemon(true);
    server = new Server(threads);
    HttpConfiguration http = new HttpConfiguration();
    http.setSendServerVersion(false);
    http.setRequestHeaderSize(HEADER_BYTES);
    http.setMinResponseDataRate(LEAST_BYTES_A_SECOND);
    connector = new ServerConnector(server, 1, 1, new StreamingConnections(http));
    connector.setIdleTimeout(IDLE_MILLIS);
    server.addConnector(connector);
    server.addBean(new ConnectionLimit(CONNECTIONS, server));
    server.setHandler(handler);
    JsonErrors errors = new JsonErrors();
    errors.setServer(server);
    server.addBean(errors);
  }

  @Override
  public int ignite(
      String host, int port, SslStores stores, int most, int least, int threadIdleMillis)
      throws Exception {
    connector.setHost(host);
    connector.setPort(port);
    server.start();
    return connector.getLocalPort();
  }

  /** There are none; SparkJava asks in any case. */
  @Override
  public void configureWebSockets(
      Map<String, WebSocketHandlerWrapper> handlers, Optional<Long> idleTimeoutMillis) {}

  @Override
  public void join() throws InterruptedException {
    server.join();
  }

  @Override
  public void extinguish() {
    try {
      server.stop();
    } catch (Exception e) {
      LOG.warn("The HTTP server did not stop cleanly", e);
    }
  }

  @Override
  public int activeThreadCount() {
    return server.getThreadPool().getThreads();
  }
}
