package dev.tidemark.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(180)
class EmbeddedIT {
  @TempDir Path directory;

  @Test
  void kafka_keeps_its_topics_and_records_over_a_restart() throws Exception {
    try (EmbeddedKafka kafka = new EmbeddedKafka(directory, 0).start()) {
      kafka.createTopic("events", 2);
      kafka.createTopic("events", 2);
      Records.send(kafka.bootstrapServers(), "events", 10);
      Map<String, Uuid> ids = kafka.topicIds();

      kafka.stop();
      kafka.start();

      assertThat(kafka.topicIds()).isEqualTo(ids).containsOnlyKeys("events");
      assertThat(Records.read(kafka.bootstrapServers(), "events"))
          .containsExactlyInAnyOrderElementsOf(Records.numbers(10));
    }
  }

  /** Otherwise some of the first records are out of order until their time is up. */
  @Test
  void a_topic_takes_records_once_it_is_created_or_has_grown() throws Exception {
    int partitions = 100;
    try (EmbeddedKafka kafka = new EmbeddedKafka(directory, 0).start()) {
      kafka.createTopic("events", partitions);
      assertThat(Records.isTakenByEach(kafka.bootstrapServers(), "events", partitions)).isTrue();
      kafka.growTopic("events", 2 * partitions);
      assertThat(Records.isTakenByEach(kafka.bootstrapServers(), "events", 2 * partitions))
          .isTrue();
    }
  }

  @Test
  void a_topic_created_anew_has_another_id() throws Exception {
    try (EmbeddedKafka kafka = new EmbeddedKafka(directory, 0).start()) {
      kafka.createTopic("events", 1);
      Uuid first = kafka.topicIds().get("events");
      kafka.deleteTopic("events");
      await().until(() -> kafka.topicIds().isEmpty());
      kafka.createTopic("events", 1);
      assertThat(kafka.topicIds().get("events")).isNotEqualTo(first);
    }
  }

  @Test
  void hdfs_keeps_its_files_over_a_restart_wherever_its_directory_is() throws Exception {
    Path awkward = directory.resolve("a b,%20ü");
    try (EmbeddedHdfs hdfs = new EmbeddedHdfs(awkward, 0).start()) {
      write(hdfs.uri(), hdfs.configuration(), "/a");
      hdfs.stop();
      hdfs.start();
      assertThat(read(hdfs.uri(), hdfs.configuration(), "/a")).isEqualTo("/a");
    }
    assertThat(awkward.resolve("names/current/VERSION")).exists();
  }

  @Test
  void both_come_back_after_their_process_was_killed() throws Exception {
    int kafkaPort = Ports.orFree(0);
    int hdfsPort = Ports.orFree(0);
    try (ChildJvm child =
        ChildJvm.start(
            directory.resolve("child.out"),
            List.of(),
            List.of("-Xmx1g"),
            WritesUntilKilled.class.getName(),
            directory.toString(),
            Integer.toString(kafkaPort),
            Integer.toString(hdfsPort))) {
      child.until("it has written", Duration.ofSeconds(90), () -> child.output().contains("ready"));
      child.kill();
    }
    try (EmbeddedKafka kafka = new EmbeddedKafka(directory.resolve("kafka"), kafkaPort).start();
        EmbeddedHdfs hdfs = new EmbeddedHdfs(directory.resolve("hdfs"), hdfsPort).start()) {
      assertThat(Records.read(kafka.bootstrapServers(), "events"))
          .containsExactlyInAnyOrderElementsOf(Records.numbers(100));
      assertThat(read(hdfs.uri(), hdfs.configuration(), "/closed")).isEqualTo("closed");
      recoverLease(hdfs, "/open");
      assertThat(read(hdfs.uri(), hdfs.configuration(), "/open")).isEqualTo("synced");
    }
  }

  @Test
  void an_external_broker_comes_back_after_a_kill() throws Exception {
    try (ExternalKafka kafka = new ExternalKafka(directory, 0).start()) {
      kafka.createTopic("events", 1);
      Records.send(kafka.bootstrapServers(), "events", 10);
      long killed = kafka.pid();
      kafka.kill();
      assertThat(ProcessHandle.of(killed)).isEmpty();
      kafka.start();
      assertThat(Records.read(kafka.bootstrapServers(), "events"))
          .containsExactlyInAnyOrderElementsOf(Records.numbers(10));
    }
  }

  @Test
  void an_external_hdfs_comes_back_after_kills_of_its_nodes() throws Exception {
    try (ExternalHdfs hdfs = new ExternalHdfs(directory, 0).start()) {
      write(hdfs.uri(), hdfs.configuration(), "/a");
      hdfs.killNameNode();
      hdfs.start();
      assertThat(read(hdfs.uri(), hdfs.configuration(), "/a")).isEqualTo("/a");
      hdfs.killDataNode();
      hdfs.start();
      await()
          .atMost(Duration.ofMinutes(1))
          .ignoreExceptions()
          .until(() -> read(hdfs.uri(), hdfs.configuration(), "/a"), "/a"::equals);
      write(hdfs.uri(), hdfs.configuration(), "/b");
    }
  }

  @Test
  void a_directory_that_is_damaged_is_named() throws Exception {
    Files.writeString(directory.resolve("meta.properties"), "version=7\n");
    try (EmbeddedKafka kafka = new EmbeddedKafka(directory, 0)) {
      assertThatThrownBy(kafka::start)
          .isInstanceOf(IOException.class)
          .hasMessageContaining(directory.toString());
    }
  }

  private static void write(URI uri, Configuration client, String file) throws IOException {
    try (FileSystem files = FileSystem.newInstance(uri, client);
        FSDataOutputStream out = files.create(new org.apache.hadoop.fs.Path(file))) {
      out.write(file.getBytes(UTF_8));
      out.hsync();
    }
  }

  private static String read(URI uri, Configuration client, String file) throws IOException {
    try (FileSystem files = FileSystem.newInstance(uri, client);
        FSDataInputStream in = files.open(new org.apache.hadoop.fs.Path(file))) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  private static void recoverLease(EmbeddedHdfs hdfs, String file) throws IOException {
    try (FileSystem files = FileSystem.newInstance(hdfs.uri(), hdfs.configuration())) {
      DistributedFileSystem dfs = (DistributedFileSystem) files;
      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> dfs.recoverLease(new org.apache.hadoop.fs.Path(file)));
    }
  }
}
