package dev.tidemark.collector;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;

/** A real Kafka broker with its own controller in this process; it can be stopped and restarted. */
final class TestBroker implements AutoCloseable {
  private final Path directory;
  private final int port;
  private final int controllerPort;
  private final Map<String, String> further = new HashMap<>();
  private int advertisedPort;
  private KafkaRaftServer server;

  TestBroker(Path directory) throws IOException {
    this.directory = directory;
    port = TestPorts.free();
    controllerPort = TestPorts.free();
    advertisedPort = port;
  }

  int port() {
    return port;
  }

  /** Sends clients to another port, where something stands in between. */
  void advertise(int otherPort) {
    advertisedPort = otherPort;
  }

  /** Sets something else, by Kafka's name, before it starts. */
  void set(String name, String value) {
    further.put(name, value);
  }

  /** Limits the size of a topic's messages, in bytes. */
  void limitMessages(String topic, String bytes) throws Exception {
    ConfigEntry limit = new ConfigEntry("max.message.bytes", bytes);
    try (Admin admin = admin()) {
      admin
          .incrementalAlterConfigs(
              Map.of(
                  new ConfigResource(ConfigResource.Type.TOPIC, topic),
                  List.of(new AlterConfigOp(limit, AlterConfigOp.OpType.SET))))
          .all()
          .get();
    }
  }

  /** Creates a topic of one partition whose messages have at most that many bytes. */
  void createTopic(String name, int mostBytes) throws Exception {
    NewTopic topic = new NewTopic(name, 1, (short) 1);
    try (Admin admin = admin()) {
      admin
          .createTopics(List.of(topic.configs(Map.of("max.message.bytes", mostBytes + ""))))
          .all()
          .get();
    }
  }

  Admin admin() {
    return Admin.create(Map.of("bootstrap.servers", bootstrapServers()));
  }

  String bootstrapServers() {
    return "127.0.0.1:" + advertisedPort;
  }

  void start() throws Exception {
    if (!Files.exists(directory.resolve("meta.properties"))) {
      new Formatter()
          .setClusterId(Uuid.randomUuid().toString())
          .setNodeId(1)
          .addDirectory(directory.toString())
          .setMetadataLogDirectory(directory.toString())
          .setControllerListenerName("CONTROLLER")
          .run();
    }
    Map<String, Object> settings = new HashMap<>();
    settings.put("process.roles", "broker,controller");
    settings.put("node.id", "1");
    settings.put("controller.quorum.voters", "1@127.0.0.1:" + controllerPort);
    settings.put(
        "listeners", "PLAINTEXT://127.0.0.1:" + port + ",CONTROLLER://127.0.0.1:" + controllerPort);
    settings.put("advertised.listeners", "PLAINTEXT://127.0.0.1:" + advertisedPort);
    settings.put("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT");
    settings.put("controller.listener.names", "CONTROLLER");
    settings.put("log.dirs", directory.toString());
    settings.put("num.partitions", "1");
    settings.put("offsets.topic.replication.factor", "1");
    settings.put("transaction.state.log.replication.factor", "1");
    settings.put("transaction.state.log.min.isr", "1");
    settings.put("group.initial.rebalance.delay.ms", "0");
    settings.put("controlled.shutdown.enable", "false");
    settings.putAll(further);
    server = new KafkaRaftServer(new KafkaConfig(settings), Time.SYSTEM);
    server.startup();
  }

  void stop() {
    server.shutdown();
    server.awaitShutdown();
    server = null;
  }

  @Override
  public void close() {
    if (server != null) {
      stop();
    }
  }
}
