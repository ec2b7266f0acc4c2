package dev.tidemark.collector.http;

import dev.tidemark.collector.config.CollectorConfig;
import dev.tidemark.collector.config.TlsConfig;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jetty.io.ChannelEndPoint;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.server.AbstractConnectionFactory;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.CustomRequestLog;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.Slf4jRequestLogWriter;
import org.eclipse.jetty.util.ssl.KeyStoreScanner;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import spark.embeddedserver.EmbeddedServer;
import spark.embeddedserver.jetty.websocket.WebSocketHandlerWrapper;
import spark.ssl.SslStores;

/** Jetty as the collector needs it, for SparkJava to start and stop. */
final class JettyServer implements EmbeddedServer {
  private static final Logger LOG = LoggerFactory.getLogger(JettyServer.class);
  private static final int THREAD_IDLE_MILLIS = 60_000;
  private static final int ACCEPTORS = 1;

  /** They do nearly all the work, but more would only wait for the one producer. */
  private static final int MOST_SELECTORS = 8;

  /** Besides those that accept and select: for what is pipelined, and Jetty itself. */
  private static final int OTHER_THREADS = 8;

  // A request of many events arrives in few pieces; a connection that says nothing has no buffer.
  private static final int INPUT_BUFFER = 64 * 1024;

  private static final int ACCEPT_QUEUE = 1_024;
  private static final int CERTIFICATE_SCAN_SECONDS = 10;
  private static final String ACCESS_LOG = "tidemark.access";

  // Neither query nor headers: there stand write keys and, with the pixel, the events.
  private static final String ACCESS_FORMAT =
      "%{client}a %{yyyy-MM-dd'T'HH:mm:ss.SSSZ|UTC}t %m %U %s %I %O %{ms}T";

  private final Server server;
  private final ServerConnector connector;

  JettyServer(CollectorConfig config, Handler handler, SlowHeaders slowHeaders) {
    int selectors = Math.min(MOST_SELECTORS, Runtime.getRuntime().availableProcessors());
    int most = ACCEPTORS + selectors + OTHER_THREADS;
    QueuedThreadPool threads = new QueuedThreadPool(most, most, THREAD_IDLE_MILLIS);
    threads.setName("collector-http");
    server = new Server(threads);
    HttpConfiguration http = new HttpConfiguration();
    http.setSendServerVersion(false);
    http.setRequestHeaderSize(config.maxHeader());
    NonBlockingHttp factory = new NonBlockingHttp(http);
    factory.setInputBufferSize(INPUT_BUFFER);
    ConnectionFactory[] factories =
        config
            .tls()
            .map(tls -> AbstractConnectionFactory.getFactories(certificates(tls), factory))
            .orElseGet(() -> new ConnectionFactory[] {factory});
    connector = selecting(selectors, factories);
    connector.setIdleTimeout(config.idleTimeout().toMillis());
    connector.setAcceptQueueSize(ACCEPT_QUEUE);
    connector.addBean(slowHeaders);
    server.addConnector(connector);
    server.setHandler(handler);
    if (config.accessLog()) {
      Slf4jRequestLogWriter writer = new Slf4jRequestLogWriter();
      writer.setLoggerName(ACCESS_LOG);
      server.setRequestLog(new CustomRequestLog(writer, ACCESS_FORMAT));
    }
    JsonErrors errors = new JsonErrors();
    errors.setServer(server);
    server.addBean(errors);
  }

  private ServerConnector selecting(int selectors, ConnectionFactory[] factories) {
    return new ServerConnector(server, null, null, null, ACCEPTORS, selectors, factories) {
      @Override
      protected ChannelEndPoint newEndPoint(
          SocketChannel channel, ManagedSelector selector, SelectionKey key) {
        ChannelEndPoint endPoint = new SelectedEndPoint(channel, selector, key, getScheduler());
        endPoint.setIdleTimeout(getIdleTimeout());
        return endPoint;
      }
    };
  }

  private SslContextFactory.Server certificates(TlsConfig tls) {
    SslContextFactory.Server certificates = new SslContextFactory.Server();
    certificates.setKeyStorePath(tls.keystore().toString());
    certificates.setKeyStoreType("PKCS12");
    certificates.setKeyStorePassword(tls.password());
    KeyStoreScanner scanner = new KeyStoreScanner(certificates);
    scanner.setScanInterval(CERTIFICATE_SCAN_SECONDS);
    server.addBean(scanner);
    return certificates;
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
