package dev.tidemark.collector;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Collectors as processes whose keys, certificates and selves are replaced while they serve. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReloadIT {
  private static final String PASSWORD = "changeit";

  private Path directory;
  private TestBroker broker;

  @BeforeAll
  void start(@TempDir Path temporary) throws Exception {
    directory = temporary;
    broker = new TestBroker(temporary.resolve("kafka"));
    broker.start();
  }

  @AfterAll
  void stop() {
    broker.close();
  }

  @Test
  void other_keys_are_in_force_without_a_restart() throws Exception {
    int port = TestPorts.free();
    Path config = config("keys", port, "keys-reload: PT0.2S, keys: [{key: old, source: a}]");
    Process collector = process(config);
    try {
      TestClient client = new TestClient(port);
      awaitReady(client);
      assertThat(client.post("/e?writeKey=old", "{\"a\":1}").statusCode()).isEqualTo(200);
      assertThat(client.post("/e?writeKey=new", "{\"a\":1}").statusCode()).isEqualTo(401);
      config("keys", port, "keys-reload: PT0.2S, keys: [{key: new, source: b}]");
      await().until(() -> client.post("/e?writeKey=new", "{\"a\":1}").statusCode() == 200);
      assertThat(client.post("/e?writeKey=old", "{\"a\":1}").statusCode()).isEqualTo(401);
      config("keys", port, "keys-reload: PT0.2S, keys: [{key: }]");
      await().until(() -> log("keys").contains("The write keys stay as they are"));
      assertThat(client.post("/e?writeKey=new", "{\"a\":1}").statusCode()).isEqualTo(200);
    } finally {
      collector.destroyForcibly().waitFor();
    }
  }

  @Test
  void a_certificate_of_our_own_is_served_and_replaced() throws Exception {
    Path store = directory.resolve("server.p12");
    Path next = directory.resolve("next.p12");
    certificate(store, "CN=first");
    certificate(next, "CN=second");
    int port = TestPorts.free();
    Path config =
        config("tls", port, "tls: {keystore: \"%s\", password: %s}".formatted(store, PASSWORD));
    Process collector = process(config);
    try {
      URI health = URI.create("https://localhost:" + port + "/health");
      HttpClient trusting = trusting(store);
      await()
          .atMost(Duration.ofSeconds(60))
          .ignoreExceptionsInstanceOf(ConnectException.class)
          .until(() -> get(trusting, health) == 200);
      Files.move(next, store, StandardCopyOption.REPLACE_EXISTING);
      HttpClient trustingNext = trusting(store);
      await()
          .atMost(Duration.ofSeconds(40))
          .pollInterval(Duration.ofMillis(500))
          .ignoreExceptionsInstanceOf(IOException.class)
          .until(() -> get(trustingNext, health) == 200);
    } finally {
      collector.destroyForcibly().waitFor();
    }
  }

  @Test
  void a_rolling_restart_fails_no_request() throws Exception {
    int[] ports = {TestPorts.free(), TestPorts.free()};
    Path[] configs = {
      config("left", ports[0], "drain-delay: PT3S"), config("right", ports[1], "drain-delay: PT3S")
    };
    Process[] processes = {process(configs[0]), process(configs[1])};
    TestClient[] clients = {new TestClient(ports[0]), new TestClient(ports[1])};
    AtomicBoolean[] ready = {new AtomicBoolean(true), new AtomicBoolean(true)};
    AtomicBoolean over = new AtomicBoolean();
    Set<String> accepted = new ConcurrentSkipListSet<>();
    try (TopicReader events = new TopicReader(broker.bootstrapServers(), "events")) {
      awaitReady(clients[0]);
      awaitReady(clients[1]);
      List<CompletableFuture<Void>> load = new ArrayList<>();
      load.add(CompletableFuture.runAsync(() -> watchReadiness(clients, ready, over)));
      AtomicInteger turn = new AtomicInteger();
      for (int n = 0; n < 4; n++) {
        String name = "r" + n;
        load.add(
            CompletableFuture.runAsync(() -> send(name, clients, ready, turn, accepted, over)));
      }
      for (int i = 0; i < 2; i++) {
        int before = accepted.size();
        await().until(() -> accepted.size() > before + 50);
        processes[i].destroy();
        assertThat(processes[i].waitFor(30, TimeUnit.SECONDS)).isTrue();
        processes[i] = process(configs[i]);
        awaitReady(clients[i]);
        int at = i;
        await().until(ready[at]::get);
      }
      over.set(true);
      CompletableFuture.allOf(load.toArray(CompletableFuture[]::new)).get(30, TimeUnit.SECONDS);
      Set<String> kept = new ConcurrentSkipListSet<>();
      for (ConsumerRecord<byte[], byte[]> record : events.rest()) {
        kept.add(new String(record.value(), UTF_8).substring(13, 29));
      }
      assertThat(kept).hasSize(accepted.size());
    } finally {
      for (Process process : processes) {
        process.destroyForcibly().waitFor();
      }
    }
  }

  /** What a load balancer does: asks every tenth of a second which of them may be sent to. */
  private static void watchReadiness(
      TestClient[] clients, AtomicBoolean[] ready, AtomicBoolean over) {
    while (!over.get()) {
      for (int i = 0; i < clients.length; i++) {
        boolean is;
        try {
          is = clients[i].get("/ready").statusCode() == 200;
        } catch (Exception e) {
          is = false;
        }
        ready[i].set(is);
      }
      LockSupport.parkNanos(100_000_000L);
    }
  }

  private static void send(
      String name,
      TestClient[] clients,
      AtomicBoolean[] ready,
      AtomicInteger turn,
      Set<String> accepted,
      AtomicBoolean over) {
    for (int i = 0; !over.get(); i++) {
      int at = Math.floorMod(turn.getAndIncrement(), clients.length);
      if (!ready[at].get()) {
        at = 1 - at;
      }
      String id = "%s-%013d".formatted(name, i);
      try {
        int status = clients[at].post("/e", "{\"event_id\":\"" + id + "\"}").statusCode();
        assertThat(status).as(id).isEqualTo(200);
        accepted.add(id);
      } catch (Exception e) {
        throw new IllegalStateException("A request failed", e);
      }
    }
  }

  private Path config(String name, int port, String settings) throws IOException {
    Path written = Files.createTempFile(directory, name, ".tmp");
    Files.writeString(
        written,
        "kafka: {bootstrap.servers: \"%s\"}\ncollector: {port: %d, spill: {dir: \"%s\"}, %s}\n"
            .formatted(
                broker.bootstrapServers(), port, directory.resolve(name + "-spill"), settings));
    return Files.move(
        written, directory.resolve(name + ".yaml"), StandardCopyOption.REPLACE_EXISTING);
  }

  private Process process(Path config) throws IOException {
    Path log = Path.of(config.toString().replace(".yaml", ".log"));
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            "-Xmx128m",
            CollectorProcess.class.getName(),
            config.toString())
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
        .start();
  }

  private String log(String name) throws IOException {
    return Files.readString(directory.resolve(name + ".log"));
  }

  private static void certificate(Path store, String name) throws Exception {
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keystore",
                store.toString(),
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD,
                "-dname",
                name,
                "-keyalg",
                "EC",
                "-ext",
                "san=dns:localhost,ip:127.0.0.1")
            .inheritIO()
            .start();
    assertThat(keytool.waitFor()).isZero();
  }

  private static HttpClient trusting(Path store) throws Exception {
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    String alias = keys.aliases().nextElement();
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("server", keys.getCertificate(alias));
    TrustManagerFactory managers =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    managers.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, managers.getTrustManagers(), null);
    return HttpClient.newBuilder().sslContext(context).build();
  }

  private static int get(HttpClient client, URI uri) throws Exception {
    return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.discarding()).statusCode();
  }

  private static void awaitReady(TestClient client) {
    await()
        .atMost(Duration.ofSeconds(60))
        .ignoreException(ConnectException.class)
        .until(() -> client.get("/ready").statusCode() == 200);
  }
}
