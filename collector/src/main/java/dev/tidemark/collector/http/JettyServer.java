package dev.tidemark.collector.http;

import dev.tidemark.collector.config.CollectorConfig;
import dev.tidemark.collector.config.TlsConfig;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jetty.server.CustomRequestLog;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
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
  private static final int LEAST_THREADS = 8;
  private static final int THREAD_IDLE_MILLIS = 60_000;

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
    QueuedThreadPool threads =
        new QueuedThreadPool(
            config.threads(), Math.min(LEAST_THREADS, config.threads()), THREAD_IDLE_MILLIS);
    threads.setName("collector-http");
    server = new Server(threads);
    HttpConfiguration http = new HttpConfiguration();
    http.setSendServerVersion(false);
    http.setRequestHeaderSize(config.maxHeader());
    HttpConnectionFactory factory = new HttpConnectionFactory(http);
    factory.setInputBufferSize(INPUT_BUFFER);
    connector =
        config
            .tls()
            .map(tls -> new ServerConnector(server, certificates(tls), factory))
            .orElseGet(() -> new ServerConnector(server, factory));
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
