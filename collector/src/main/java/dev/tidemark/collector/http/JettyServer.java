package dev.tidemark.collector.http;

import dev.tidemark.collector.config.CollectorConfig;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import spark.embeddedserver.EmbeddedServer;
import spark.embeddedserver.jetty.websocket.WebSocketHandlerWrapper;
import spark.ssl.SslStores;

/** Jetty as the collector needs it, for SparkJava to start and stop. */
final class JettyServer implements EmbeddedServer {
  private static final Logger LOG = LoggerFactory.getLogger(JettyServer.class);
  private static final int LEAST_THREADS = 8;
  private static final int THREAD_IDLE_MILLIS = 60_000;
  private static final int ACCEPT_QUEUE = 1_024;

  private final Server server;
  private final ServerConnector connector;

  JettyServer(CollectorConfig config, Handler handler) {
    QueuedThreadPool threads =
        new QueuedThreadPool(
            config.threads(), Math.min(LEAST_THREADS, config.threads()), THREAD_IDLE_MILLIS);
    threads.setName("collector-http");
    server = new Server(threads);
    HttpConfiguration http = new HttpConfiguration();
    http.setSendServerVersion(false);
    http.setRequestHeaderSize(config.maxHeader());
    connector = new ServerConnector(server, new HttpConnectionFactory(http));
    connector.setIdleTimeout(config.idleTimeout().toMillis());
    connector.setAcceptQueueSize(ACCEPT_QUEUE);
    server.addConnector(connector);
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

  /** Takes no more connections; those there are stay. */
  void stopAccepting() {
    connector.close();
  }

  @Override
  public void join() throws InterruptedException {
    server.join();
  }

  @Override
  public void extinguish() {
    try {
      server.stop();
    } catch (Exception e) {
      LOG.warn("The HTTP server did not stop cleanly; nothing was in flight any more", e);
    }
  }

  @Override
  public int activeThreadCount() {
    return server.getThreadPool().getThreads();
  }
}
