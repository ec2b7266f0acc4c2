package dev.tidemark.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;

/**
 * A Kafka broker in this process: one KRaft node that is its own controller, listening on the
 * loopback interface only.
 *
 * <p>Topics, records and committed offsets stay in the data directory. The broker comes back on it
 * after {@link #stop}, or in another process after a kill; records that were acknowledged are
 * there, the machine itself going down excepted (the broker leaves flushing to the system). One
 * broker at a time may use a directory.
 *
 * <p>Not safe for use by several threads, except {@link #bootstrapServers}.
 */
public final class EmbeddedKafka implements AutoCloseable {
  private final Path directory;
  private final int port;
  private final int controllerPort;
  private final Map<String, String> further;
  private KafkaRaftServer server;

  /**
   * Chooses the ports and starts nothing.
   *
   * @param directory for the data; made if it does not exist
   * @param port for clients; 0 means a free one, kept for this object's life
   */
  public EmbeddedKafka(Path directory, int port) throws IOException {
    this(directory, port, Map.of());
  }

  /**
   * As above, with other settings of the broker.
   *
   * @param further over the broker's own, by Kafka's names; listeners that it lists are added to
   *     the own ones and must be on the loopback interface too
   */
  public EmbeddedKafka(Path directory, int port, Map<String, String> further) throws IOException {
    this.further = Map.copyOf(further);
    this.directory = directory.toAbsolutePath();
    this.port = Ports.orFree(port);
    this.controllerPort = Ports.orFree(0);
  }

  /**
   * Starts the broker and returns when it answers clients. Does nothing if it runs.
   *
   * @throws IOException if it cannot start: a port is taken, or the directory is in use or damaged
   */
  public EmbeddedKafka start() throws IOException {
    if (server != null) {
      return this;
    }
    try {
      formatIfNew(directory);
      Map<String, String> settings = BrokerSettings.of(directory, port, controllerPort, further);
      KafkaRaftServer starting = new KafkaRaftServer(new KafkaConfig(settings), Time.SYSTEM);
      starting.startup();
      server = starting;
      return this;
    } catch (Exception e) {
      throw new IOException(
          "Kafka cannot start on 127.0.0.1:" + port + " with its data in " + directory, e);
    }
  }

  /** Where clients connect, {@code 127.0.0.1:port}; the same over restarts. */
  public String bootstrapServers() {
    return "127.0.0.1:" + port;
  }

  /**
   * Creates a topic whose records never expire, and returns when it takes some; one that exists is
   * left as it is.
   */
  public void createTopic(String name, int partitions) throws IOException {
    try (Topics topics = new Topics(bootstrapServers())) {
      topics.create(name, partitions);
    }
  }

  /** Adds partitions until a topic has as many, and returns when they take records. */
  public void growTopic(String name, int partitions) throws IOException {
    try (Topics topics = new Topics(bootstrapServers())) {
      topics.grow(name, partitions);
    }
  }

  /** Deletes a topic; one created later under the same name has another id. */
  public void deleteTopic(String name) throws IOException {
    try (Topics topics = new Topics(bootstrapServers())) {
      topics.delete(name);
    }
  }

  /** The id of each topic by name, internal topics left out. */
  public Map<String, Uuid> topicIds() throws IOException {
    try (Topics topics = new Topics(bootstrapServers())) {
      return topics.ids();
    }
  }

  /** Stops the broker in good order; {@link #start} brings it back with its data. */
  public void stop() {
    if (server != null) {
      server.shutdown();
      server.awaitShutdown();
      server = null;
    }
  }

  @Override
  public void close() {
    stop();
  }

  /** Gives a new directory a cluster id; one that has an id keeps it. */
  static void formatIfNew(Path directory) throws IOException {
    if (Files.exists(directory.resolve("meta.properties"))) {
      return;
    }
    Files.createDirectories(directory);
    try {
      new Formatter()
          .setPrintStream(new PrintStream(OutputStream.nullOutputStream(), false, UTF_8))
          .setClusterId(Uuid.randomUuid().toString())
          .setNodeId(BrokerSettings.NODE_ID)
          .addDirectory(directory.toString())
          .setMetadataLogDirectory(directory.toString())
          .setControllerListenerName(BrokerSettings.CONTROLLER_LISTENER)
          .run();
    } catch (Exception e) {
      throw new IOException("Kafka's directory cannot be formatted: " + directory, e);
    }
  }
}
