package dev.tidemark.collector.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.eclipse.jetty.io.ByteArrayEndPoint;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnection;
import org.eclipse.jetty.server.LocalConnector;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.handler.AbstractHandler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The thread of the test is the one that would serve all connections. */
@Timeout(value = 20, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class NonBlockingHttpTest {
  private static final String NOT_HTTP = "not HTTP\r\n\r\n";
  private static final String EXPECTING =
      "POST /e HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 7\r\n\r\n";

  private final Server server = new Server();
  private final NonBlockingHttp http = new NonBlockingHttp(new HttpConfiguration());
  private final LocalConnector connector = new LocalConnector(server, http);

  @BeforeEach
  void start() throws Exception {
    server.addConnector(connector);
    server.setHandler(new ReadsLater());
    JsonErrors errors = new JsonErrors();
    errors.setServer(server);
    server.addBean(errors);
    server.start();
  }

  @AfterEach
  void stop() throws Exception {
    server.stop();
  }

  @Test
  void what_is_not_http_is_told_so() {
    ByteArrayEndPoint client = served(NOT_HTTP, 4_096);
    assertThat(client.getOutputString(US_ASCII)).startsWith("HTTP/1.1 505 ").endsWith("}");
  }

  @Test
  void who_has_no_room_to_be_told_so_is_cut_off() {
    assertThat(served(NOT_HTTP, 10).isOpen()).isFalse();
  }

  @Test
  void who_asks_whether_to_go_on_is_told_so() {
    ByteArrayEndPoint client = served(EXPECTING, 4_096);
    assertThat(client.getOutputString(US_ASCII)).isEqualTo("HTTP/1.1 100 Continue\r\n\r\n");
    assertThat(client.isOpen()).isTrue();
  }

  @Test
  void who_has_no_room_to_be_told_to_go_on_is_cut_off() {
    assertThat(served(EXPECTING, 10).isOpen()).isFalse();
  }

  /** Serves a client that sends this and reads no more than that many bytes. */
  private ByteArrayEndPoint served(String request, int room) {
    ByteArrayEndPoint client = new ByteArrayEndPoint(connector.getScheduler(), 0, request, room);
    HttpConnection connection = (HttpConnection) http.newConnection(connector, client);
    client.setConnection(connection);
    client.onOpen();
    connection.onFillable();
    return client;
  }

  private static final class ReadsLater extends AbstractHandler {
    @Override
    public void handle(
        String target, Request base, HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      base.setHandled(true);
      base.startAsync();
      request.getInputStream();
    }
  }
}
