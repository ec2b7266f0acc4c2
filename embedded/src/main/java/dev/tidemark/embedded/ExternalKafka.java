package dev.tidemark.embedded;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.Uuid;

/**
 * A Kafka broker as {@link EmbeddedKafka} has it, in a process of its own that can be killed.
 *
 * <p>Not safe for use by several threads, except {@link #bootstrapServers}.
 */
public final class ExternalKafka implements AutoCloseable {
  private static final Duration START_LIMIT = Duration.ofSeconds(60);
  private static final List<String> QUICK_TO_START = List.of("-Xmx512m", "-XX:TieredStopAtLevel=1");

  private final Path directory;
  private final int port;
  private final int controllerPort;
  private final List<String> jvmOptions;
  private ChildJvm process;

  /**
   * Chooses the ports and starts nothing.
   *
   * @param directory for data, configuration and the process's output; made if it does not exist
   * @param port for clients; 0 means a free one, kept for this object's life
   */
  public ExternalKafka(Path directory, int port) throws IOException {
    this(directory, port, QUICK_TO_START);
  }

  /**
   * As above.
   *
   * @param jvmOptions for the virtual machine, in place of those that make it start quickly
   */
  public ExternalKafka(Path directory, int port, List<String> jvmOptions) throws IOException {
    this.jvmOptions = List.copyOf(jvmOptions);
    this.directory = directory.toAbsolutePath();
    this.port = Ports.orFree(port);
    this.controllerPort = Ports.orFree(0);
  }

  /** Starts the process, again after {@link #kill}, and returns when it answers clients. */
  public ExternalKafka start() throws IOException {
    if (process != null) {
      return this;
    }
    Path data = directory.resolve("data");
    EmbeddedKafka.formatIfNew(data);
    Path settings = directory.resolve("server.properties");
    write(BrokerSettings.of(data, port, controllerPort, Map.of()), settings);
    process =
        ChildJvm.start(
            directory.resolve("kafka.out"),
            List.of(),
            jvmOptions,
            "kafka.Kafka",
            settings.toString());
    try (Topics topics = new Topics(bootstrapServers())) {
      process.until("Kafka answers", START_LIMIT, () -> topics.ids() != null);
    }
    return this;
  }

  private static void write(Map<String, String> settings, Path file) throws IOException {
    Properties properties = new Properties();
    properties.putAll(settings);
    try (OutputStream out = Files.newOutputStream(file)) {
      properties.store(out, null);
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

  /** The id of each topic by name, internal topics left out. */
  public Map<String, Uuid> topicIds() throws IOException {
    try (Topics topics = new Topics(bootstrapServers())) {
      return topics.ids();
    }
  }

  /** The process's id, for signals. The broker must have been started. */
  public long pid() {
    return process.pid();
  }

  /** Kills the broker as {@code kill -9} does. Does nothing if it does not run. */
  public void kill() throws IOException {
    if (process != null) {
      process.kill();
    }
    close();
  }

  /** Stops the broker in good order. */
  @Override
  public void close() throws IOException {
    if (process != null) {
      process.close();
      process = null;
    }
  }
}
