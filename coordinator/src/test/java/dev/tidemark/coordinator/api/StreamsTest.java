package dev.tidemark.coordinator.api;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.handler.AbstractHandler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Streams on a server, and clients that behave badly. */
@Timeout(60)
class StreamsTest {
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final Streams streams = new Streams(Duration.ofMillis(50), registry);
  private final AtomicReference<EventStream> stream = new AtomicReference<>();
  private final CountDownLatch left = new CountDownLatch(1);
  private JettyServer server;
  private int port;

  @BeforeEach
  void serve() throws Exception {
    server =
        new JettyServer(
            new AbstractHandler() {
              @Override
              public void handle(
                  String target,
                  Request base,
                  HttpServletRequest request,
                  HttpServletResponse response)
                  throws IOException {
                base.setHandled(true);
                streams.open(
                    base,
                    s -> {
                      stream.set(s);
                      return left::countDown;
                    });
              }
            });
    port = server.ignite("127.0.0.1", 0, null, 0, 0, 0);
  }

  @AfterEach
  void stop() {
    streams.close();
    server.extinguish();
  }

  private Socket connects() throws IOException {
    Socket socket = new Socket();
    socket.setReceiveBufferSize(4096);
    socket.connect(new java.net.InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    socket.getOutputStream().write("GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(US_ASCII));
    await().until(() -> stream.get() != null);
    return socket;
  }

  private double open() {
    return registry.get("tidemark.coordinator.api.streams").gauge().value();
  }

  @Test
  void one_who_does_not_read_is_cut_off() throws IOException {
    try (Socket socket = connects()) {
      String data = "x".repeat(100_000);
      await()
          .pollInterval(Duration.ofMillis(1))
          .until(
              () -> {
                stream.get().send(1, "partitions", data);
                return left.getCount() == 0;
              });
      assertThat(open()).isZero();
    }
  }

  @Test
  void one_that_says_little_for_long_stays() throws Exception {
    try (Socket socket = connects()) {
      byte[] read = new byte[2000];
      // Far less than the least rate of other answers, for longer than that is looked past.
      int n = socket.getInputStream().readNBytes(read, 0, 400);
      assertThat(new String(read, 0, n, US_ASCII)).contains("retry: 3000", ": \n");
      assertThat(open()).isEqualTo(1);
    }
  }

  @Test
  void one_who_goes_away_leaves_nothing_behind() throws Exception {
    connects().close();
    left.await();
    await().until(() -> open() == 0);
  }

  @Test
  void what_is_sent_while_the_client_reads_arrives_whole_and_in_order() throws IOException {
    try (Socket socket = connects()) {
      StringBuilder expected = new StringBuilder();
      Thread sender =
          new Thread(
              () -> {
                for (int i = 0; i < 40; i++) {
                  stream.get().send(i, "partitions", i + "-" + "y".repeat(10_000));
                }
                stream.get().end();
              });
      sender.start();
      String all = new String(readToEnd(socket), US_ASCII).replaceAll("\r\n[0-9A-F]+\r\n", "");
      for (int i = 0; i < 40; i++) {
        int at = all.indexOf("data: " + i + "-");
        assertThat(at).as("event " + i).isGreaterThan(expected.length());
        expected.append("y");
      }
      assertThat(left.getCount()).isZero();
    }
  }

  /** The end of a chunked answer, for the connection may stay. */
  private static byte[] readToEnd(Socket socket) throws IOException {
    java.io.ByteArrayOutputStream all = new java.io.ByteArrayOutputStream();
    byte[] buffer = new byte[8192];
    while (true) {
      int n = socket.getInputStream().read(buffer);
      if (n < 0) {
        return all.toByteArray();
      }
      all.write(buffer, 0, n);
      if (all.toString(US_ASCII).endsWith("\r\n0\r\n\r\n")) {
        return all.toByteArray();
      }
    }
  }

  @Test
  void a_stop_ends_streams_and_takes_no_new_one() throws Exception {
    try (Socket socket = connects()) {
      streams.close();
      assertThat(new String(readToEnd(socket), US_ASCII)).endsWith("0\r\n\r\n");
      assertThat(open()).isZero();
    }
  }
}
