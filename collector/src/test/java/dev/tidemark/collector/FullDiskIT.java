package dev.tidemark.collector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.OutputStream;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The spill on a small disk of its own, which it leaves some room on and others fill. */
class FullDiskIT {
  private static final JsonMapper JSON = new JsonMapper();
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final int MIB = 1024 * 1024;
  private static final Random RANDOM = new Random(1);

  @TempDir private Path directory;
  private Path disk;
  private boolean mounted;
  private TestBroker broker;
  private TestProxy proxy;

  @BeforeEach
  void mount() throws Exception {
    disk = Files.createDirectory(directory.resolve("disk"));
    mounted = run("mount", "-t", "tmpfs", "-o", "size=192m", "tmpfs", disk.toString());
    assumeTrue(mounted, "A small disk (tmpfs) may not be mounted here; not run");
    broker = new TestBroker(directory.resolve("kafka"));
    proxy = new TestProxy(broker.port());
    broker.advertise(proxy.port());
    broker.start();
  }

  @AfterEach
  void unmount() throws Exception {
    if (mounted) {
      broker.close();
      proxy.close();
      run("umount", disk.toString());
    }
  }

  private static boolean run(String... command) throws Exception {
    try {
      return new ProcessBuilder(command).inheritIO().start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void some_of_the_disk_stays_free_and_what_was_full_is_used_again_without_a_restart()
      throws Exception {
    List<String> accepted = new ArrayList<>();
    try (Collector collector =
        Configs.started(
            broker.bootstrapServers(),
            Clock.systemUTC(),
            "drain-delay: PT0S",
            "spill: {dir: \"" + disk.resolve("spill") + "\"}")) {
      TestClient client = new TestClient(collector.port());
      await().atMost(LIMIT).until(() -> client.get("/ready").statusCode() == 200);
      proxy.freeze();
      sendUntilRefused(client, accepted);
      assertThat(accepted).hasSizeGreaterThan(50);
      // What it had in memory may have gone to the disk since.
      assertThat(disk.toFile().getUsableSpace()).isGreaterThan(64L * MIB);

      Path filler = disk.resolve("filler");
      fill(filler);
      await().atMost(LIMIT).until(() -> client.get("/ready").statusCode() == 503);
      proxy.thaw();
      await().atMost(LIMIT).untilAsserted(() -> assertAccepted(send(client, accepted)));
      Files.delete(filler);
      await().atMost(LIMIT).until(() -> spilled(client) == 0);
      assertThat(client.get("/ready").statusCode()).isEqualTo(200);
      // Whatever was in it is gone from the disk, not only from its count: there is no other room.
      await().atMost(LIMIT).until(() -> disk.toFile().getUsableSpace() > 185L * MIB);

      proxy.freeze();
      await().atMost(LIMIT).untilAsserted(() -> assertAccepted(send(client, accepted)));
      await().atMost(LIMIT).until(() -> spilled(client) > 0);
      proxy.thaw();
      await().atMost(LIMIT).until(() -> spilled(client) == 0);
    }
    Map<String, Integer> times = new HashMap<>();
    try (TopicReader events = TopicReader.fromBeginning(broker.bootstrapServers(), "events")) {
      for (ConsumerRecord<byte[], byte[]> record : events.rest()) {
        times.merge(JSON.readTree(record.value()).get("event_id").asText(), 1, Integer::sum);
      }
    }
    assertThat(times.keySet()).containsAll(accepted);
    // A full disk is no reason to send the same again and again.
    assertThat(times.values().stream().mapToInt(n -> n).sum()).isLessThan(2 * times.size());
  }

  private static void assertAccepted(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
  }

  private static void sendUntilRefused(TestClient client, List<String> accepted) throws Exception {
    HttpResponse<String> answer = send(client, accepted);
    while (answer.statusCode() == 200) {
      answer = send(client, accepted);
    }
    assertThat(answer.statusCode()).isEqualTo(503);
    assertThat(answer.headers().firstValue("Retry-After")).isPresent();
    assertThat(answer.body()).contains("disk is full");
  }

  /** Sends an event of 200 KB that compression makes little smaller. */
  private static HttpResponse<String> send(TestClient client, List<String> accepted)
      throws Exception {
    String id = "e-" + RANDOM.nextLong();
    String text =
        RANDOM
            .ints(200_000, ' ' + 30, 'z' + 1)
            .filter(c -> c != '\\')
            .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
            .toString();
    HttpResponse<String> answer =
        client.post("/e", "{\"event_id\":\"" + id + "\",\"x\":\"" + text + "\"}");
    if (answer.statusCode() == 200) {
      accepted.add(id);
    }
    return answer;
  }

  private static void fill(Path filler) {
    byte[] piece = new byte[4096];
    try (OutputStream out = Files.newOutputStream(filler)) {
      while (true) {
        out.write(piece);
      }
    } catch (IOException e) {
      // The disk is full.
    }
  }

  private static double spilled(TestClient client) throws Exception {
    String line = "tidemark_collector_spill_records ";
    return client
        .get("/metrics")
        .body()
        .lines()
        .filter(l -> l.startsWith(line))
        .mapToDouble(l -> Double.parseDouble(l.substring(line.length())))
        .findFirst()
        .orElseThrow();
  }
}
