package dev.tidemark.collector;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.StandardSocketOptions;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Input that is meant to do harm, sent to a collector of 96 MB of heap: each gets its status, and
 * the process is as well after it as before.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HostileIT {
  private static final JsonMapper JSON = new JsonMapper();
  private static final int MIB = 1024 * 1024;

  private TestBroker broker;
  private Process collector;
  private Path log;
  private TestClient client;
  private TopicReader events;

  @BeforeAll
  void start(@TempDir Path directory) throws Exception {
    broker = new TestBroker(directory.resolve("kafka"));
    broker.start();
    log = directory.resolve("process.log");
    int port = TestPorts.free();
    Path config =
        Files.writeString(
            directory.resolve("collector.yaml"),
            """
            kafka: {bootstrap.servers: "%s", buffer.memory: "16777216"}
            collector: {port: %d, drain-delay: PT0S, max-buffered: 24 MiB, headers-within: PT2S, spill: {dir: "%s"}}
            """
                .formatted(broker.bootstrapServers(), port, directory.resolve("spill")));
    collector =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "-Xmx96m",
                "-XX:+ExitOnOutOfMemoryError",
                CollectorProcess.class.getName(),
                config.toString())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    client = new TestClient(port);
    await()
        .atMost(Duration.ofSeconds(60))
        .ignoreException(ConnectException.class)
        .until(() -> client.get("/ready").statusCode() == 200);
  }

  @AfterAll
  void stop() throws Exception {
    collector.destroy();
    assertThat(collector.waitFor()).isEqualTo(143);
    broker.close();
    assertThat(Files.readString(log)).doesNotContain("ERROR", "OutOfMemory", "StackOverflow");
  }

  @BeforeEach
  void readFromHere() {
    events = new TopicReader(broker.bootstrapServers(), "events");
  }

  @AfterEach
  void it_is_still_well() throws Exception {
    events.close();
    assertThat(client.get("/health").statusCode()).isEqualTo(200);
    assertThat(client.post("/e", "{\"a\":1}").statusCode()).isEqualTo(200);
  }

  @Test
  void gzip_bombs_are_413() throws Exception {
    byte[] bomb = gzip(1_000L * MIB);
    for (int i = 0; i < 20; i++) {
      assertThat(client.post("/v1/batch", bomb, "Content-Encoding", "gzip").statusCode())
          .isEqualTo(413);
    }
    byte[] twice = gzip(gzip(100L * MIB));
    assertThat(client.post("/v1/events", twice).statusCode()).isEqualTo(400);
    assertThat(events.rest()).isEmpty();
  }

  @Test
  void a_gigabyte_in_chunks_is_413() throws Exception {
    try (Socket socket = client.connect()) {
      OutputStream out = socket.getOutputStream();
      out.write(
          "POST /v1/events HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
              .getBytes(UTF_8));
      byte[] chunk = ("100000\r\n" + " ".repeat(MIB) + "\r\n").getBytes(UTF_8);
      try {
        for (int i = 0; i < 1024; i++) {
          out.write(chunk);
        }
        out.write("0\r\n\r\n".getBytes(UTF_8));
      } catch (SocketException e) {
        // It has heard enough.
      }
      assertThat(status(socket)).isEqualTo(413);
    }
    assertThat(events.rest()).isEmpty();
  }

  @Test
  void bodies_that_come_byte_by_byte_are_answered_in_time() throws Exception {
    List<Socket> slow = new ArrayList<>();
    try {
      for (int i = 0; i < 300; i++) {
        Socket socket = client.connect();
        slow.add(socket);
        socket
            .getOutputStream()
            .write("POST /e HTTP/1.1\r\nHost: x\r\nContent-Length: 5000\r\n\r\n{".getBytes(UTF_8));
      }
      assertThat(client.post("/e", "{\"a\":1}").statusCode()).isEqualTo(200);
      await()
          .atMost(Duration.ofMinutes(1))
          .pollInterval(Duration.ofMillis(50))
          .until(() -> hasAnswered(slow.get(0)) || !isWritten(slow.get(0), " "));
      for (Socket socket : slow) {
        assertThat(status(socket)).isEqualTo(503);
      }
    } finally {
      for (Socket socket : slow) {
        socket.close();
      }
    }
    assertThat(events.rest()).hasSize(1);
  }

  /** More connections than there are threads that select, each with as many answers as fit. */
  @Test
  void clients_that_read_no_answers_hold_nobody_up() throws Exception {
    List<SocketChannel> deaf = new ArrayList<>();
    try {
      for (String request :
          List.of(
              "GET /health HTTP/1.1\r\nHost: x\r\n\r\n",
              "GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n",
              "GET /nothing HTTP/1.1\r\nHost: x\r\n\r\n",
              "POST /e HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\n{1}",
              "POST /e HTTP/1.1\r\nHost: x\r\nContent-Length: 7\r\n\r\n{\"a\":1}")) {
        for (int i = 0; i < 8; i++) {
          deaf.add(flooding(request));
        }
      }
      for (int i = 0; i < 20; i++) {
        assertIsServedAtOnce();
      }
    } finally {
      for (SocketChannel channel : deaf) {
        channel.close();
      }
    }
  }

  /** Sends one request after the other and reads nothing, until no more can be sent. */
  private SocketChannel flooding(String request) throws Exception {
    SocketChannel channel = SocketChannel.open();
    channel.setOption(StandardSocketOptions.SO_RCVBUF, 4 * 1024);
    channel.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), client.port()));
    channel.configureBlocking(false);
    ByteBuffer requests = ByteBuffer.wrap(request.repeat(100).getBytes(UTF_8));
    await()
        .pollInterval(Duration.ofMillis(1))
        .atMost(Duration.ofMinutes(1))
        .until(
            () -> {
              long sent = 0;
              int written = channel.write(requests);
              while (written > 0) {
                sent += written;
                if (!requests.hasRemaining()) {
                  requests.rewind();
                }
                written = channel.write(requests);
              }
              return sent == 0;
            });
    return channel;
  }

  /** On a connection of its own, so that each thread that selects has its turn. */
  private void assertIsServedAtOnce() throws IOException {
    try (Socket socket = client.connect()) {
      socket.setSoTimeout(2_000);
      socket.getOutputStream().write("GET /health HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(UTF_8));
      assertThat(status(socket)).isEqualTo(200);
    }
  }

  @Test
  void clients_that_send_without_a_pause_leave_the_others_their_turn() throws Exception {
    AtomicBoolean over = new AtomicBoolean();
    byte[] pipelined = "GET /health HTTP/1.1\r\nHost: x\r\n\r\n".repeat(100).getBytes(UTF_8);
    byte[] chunk = ("10000\r\n" + " ".repeat(64 * 1024) + "\r\n").getBytes(UTF_8);
    ExecutorService senders = Executors.newCachedThreadPool();
    try {
      for (int i = 0; i < 4; i++) {
        senders.execute(() -> sendUntil(over, new byte[0], pipelined));
        senders.execute(
            () ->
                sendUntil(
                    over,
                    "POST /e HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
                        .getBytes(UTF_8),
                    chunk));
      }
      for (int i = 0; i < 20; i++) {
        assertIsServedAtOnce();
      }
    } finally {
      over.set(true);
      senders.shutdown();
      assertThat(senders.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
    }
  }

  /** Sends over and over, on a new connection when one is closed, and reads what there is. */
  private void sendUntil(AtomicBoolean over, byte[] first, byte[] again) {
    while (!over.get()) {
      try (Socket socket = client.connect()) {
        socket.getOutputStream().write(first);
        while (!over.get()) {
          socket.getOutputStream().write(again);
          socket.getInputStream().skip(socket.getInputStream().available());
        }
      } catch (IOException e) {
        // The collector has closed it, as it may.
      }
    }
  }

  @Test
  void headers_that_do_not_end_are_cut_off() throws Exception {
    try (Socket socket = client.connect();
        Socket silent = client.connect()) {
      socket.getOutputStream().write("GET /health HTTP/1.1\r\nHost: x\r\n".getBytes(UTF_8));
      await()
          .pollInterval(Duration.ofMillis(100))
          .atMost(Duration.ofSeconds(20))
          .until(() -> !isWritten(socket, "a: b\r\n"));
      assertThat(silent.isConnected()).isTrue();
    }
  }

  private static boolean hasAnswered(Socket socket) throws IOException {
    return socket.getInputStream().available() > 0;
  }

  /** Writes, if the other side has not closed. */
  private static boolean isWritten(Socket socket, String text) {
    try {
      socket.getOutputStream().write(text.getBytes(UTF_8));
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void one_event_more_than_allowed_is_413() throws Exception {
    String array = IntStream.range(0, 5_001).mapToObj(i -> "{}").collect(Collectors.joining(","));
    assertThat(client.post("/v1/batch", "{\"batch\":[" + array + "]}").statusCode()).isEqualTo(413);
    assertThat(client.post("/v1/events", "[" + array + "]").statusCode()).isEqualTo(413);
    assertThat(events.rest()).isEmpty();
  }

  @Test
  void nesting_without_end_is_400() throws Exception {
    for (String open : List.of("[", "{\"a\":", "[{\"a\":")) {
      String body = open.repeat(100_000);
      for (String path : List.of("/v1/events", "/v1/batch", "/v1/track", "/e")) {
        assertThat(client.post(path, body).statusCode()).as(open).isEqualTo(400);
      }
    }
    assertThat(events.rest()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"a\":\"\u00ff\"}",
        "{\"a\":\"\u00c0\u0080\"}",
        "{\"a\":\"\u00ed\u00a0\u0080\"}",
        "{\"a\":\"\u00f4\u0090\u0080\u0080\"}",
        "{\"a\":\"\u0000\"}",
        "{\"\u0000\":1}",
        "{\"a\":1}\u0000",
        "{\"a\":1}{\"b\":2}",
        "{\"a\":1} {\"b\":2}",
        "{\"a\":1},{\"b\":2}",
        "{\"a\":01}",
        "{\"a\":NaN}",
        "{'a':1}",
        "{\"a\":1,}",
        "{\"a\":\"\\ud8\"}",
        "data=%7B",
        "data=",
        "------x\r\nContent-Disposition: form-data; name=\"data\"\r\n\r\n{}\r\n------x--",
        "\u001f\u008b",
        "\u001f\u008b\u0008\u0000junk",
        "",
        "\r\n",
      })
  void bytes_that_are_not_one_json_value_are_400(String latin1) throws Exception {
    byte[] body = latin1.getBytes(ISO_8859_1);
    for (String path : List.of("/v1/events", "/v1/batch", "/v1/t", "/beacon/v1/batch", "/e")) {
      HttpResponse<String> answer = client.post(path, body);
      assertThat(answer.statusCode()).as(path).isEqualTo(400);
      assertThat(JSON.readTree(answer.body()).get("success").asBoolean(true)).isFalse();
    }
    assertThat(events.rest()).isEmpty();
  }

  @Test
  void odd_but_valid_json_is_one_line_in_kafka_as_it_was_sent() throws Exception {
    client.post("/e", "{\n  \"a\" : {\r\n    \"b\" : [ 1 ,\t2 ]\n  }\n}");
    client.post("/e", "{\"lone\":\"\\ud800\",\"nul\":\"\\u0000\",\"sep\":\"\u2028\"}");
    client.post("/e", "{\"a\":1,\"a\":{\"a\":2},\"A\":3}");
    client.post("/e", "\ufeff{\"n\":-0.0e-400,\"m\":123456789012345678901234567890}");
    assertThat(values())
        .extracting(v -> v.substring(v.indexOf("\"event\":")))
        .containsExactly(
            "\"event\":{\"a\":{\"b\":[1,2]}}}",
            "\"event\":{\"lone\":\"\\ud800\",\"nul\":\"\\u0000\",\"sep\":\"\u2028\"}}",
            "\"event\":{\"a\":1,\"a\":{\"a\":2},\"A\":3}}",
            "\"event\":{\"n\":-0.0e-400,\"m\":123456789012345678901234567890}}");
  }

  @Test
  void gzip_that_says_it_is_a_form_is_taken() throws Exception {
    byte[] packed = gzip("{\"batch\":[{\"messageId\":\"g\"}]}".getBytes(UTF_8));
    HttpResponse<String> answer =
        client.post(
            "/v1/batch",
            packed,
            "Content-Type",
            "application/x-www-form-urlencoded",
            "Content-Encoding",
            "gzip");
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(values()).hasSize(1).first().asString().startsWith("{\"event_id\":\"g\"");
  }

  /** What a proxy in front and the collector could understand differently. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
        "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n",
        "Content-Length: 5\r\nContent-Length: 6\r\n",
        "Content-Length: +5\r\n",
        "Content-Length: 5, 6\r\n",
        "Content-Length : 5\r\n",
        "Transfer-Encoding : chunked\r\n",
        "Transfer-Encoding: xchunked\r\n",
        "Transfer-Encoding: chunked, identity\r\n",
        "Transfer-Encoding: identity, chunked, gzip\r\n",
        "X: y\r\n Transfer-Encoding: chunked\r\n",
      })
  void ambiguous_lengths_are_refused_and_what_follows_is_not_a_request(String headers)
      throws Exception {
    try (Socket socket = client.connect()) {
      socket.setSoTimeout(10_000);
      socket
          .getOutputStream()
          .write(
              ("POST /e HTTP/1.1\r\nHost: x\r\n"
                      + headers
                      + "\r\n0\r\n\r\n"
                      + "POST /e HTTP/1.1\r\nHost: x\r\nContent-Length: 7\r\n\r\n{\"a\":1}")
                  .getBytes(UTF_8));
      String all = new String(socket.getInputStream().readAllBytes(), UTF_8);
      assertThat(all).startsWith("HTTP/1.1 400 ").doesNotContain("HTTP/1.1 200", " 501 ");
    }
    assertThat(events.rest()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /health\r\n\r\n",
        "GET http://other/health HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET /../../etc/passwd HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET /%00 HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET /%ff%fe HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET /;/..;/health HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET /health HTTP/1.1\r\n\r\n",
        "\u0016\u0003\u0001\u0002\u0000\u0001\u0000",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        "OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n",
        "CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n",
        "TRACE /e HTTP/1.1\r\nHost: x\r\nCookie: secret\r\n\r\n",
        "POST /e HTTP/1.1\r\nHost: x\r\nExpect: 200-ok\r\nContent-Length: 2\r\n\r\n{}",
      })
  void odd_requests_are_answered_or_closed_and_never_redirected(String request) throws Exception {
    try (Socket socket = client.connect()) {
      socket.setSoTimeout(10_000);
      socket.getOutputStream().write(request.getBytes(ISO_8859_1));
      socket.shutdownOutput();
      String all = new String(socket.getInputStream().readAllBytes(), UTF_8);
      assertThat(all).doesNotContain("HTTP/1.1 3", " 501 ", " 408 ", " 500 ", "Server:", "secret");
    }
    assertThat(events.rest()).isEmpty();
  }

  private List<String> values() {
    List<String> values = new ArrayList<>();
    for (ConsumerRecord<byte[], byte[]> record : events.rest()) {
      values.add(new String(record.value(), UTF_8));
    }
    return values;
  }

  /** Reads a status line. */
  private static int status(Socket socket) throws IOException {
    socket.setSoTimeout(10_000);
    InputStream in = socket.getInputStream();
    String line = new String(in.readNBytes("HTTP/1.1 200".length()), UTF_8);
    return Integer.parseInt(line.substring(line.length() - 3));
  }

  private static byte[] gzip(byte[] plain) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
      out.write(plain);
    }
    return packed.toByteArray();
  }

  private static byte[] gzip(long spaces) throws IOException {
    byte[] megabyte = new byte[MIB];
    Arrays.fill(megabyte, (byte) ' ');
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
      for (long i = 0; i < spaces; i += MIB) {
        out.write(megabyte);
      }
    }
    return packed.toByteArray();
  }
}
