package dev.tidemark.embedded;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/**
 * A broker in a process that whoever starts it looks after: nothing is waited for, and nothing
 * started again. It comes back with its data on its ports when it is started after its end.
 */
public final class KafkaProgram {
  private static final List<String> OPTIONS =
      List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

  private final Path directory;
  private final Path settings;

  /**
   * Formats the directory if it is new, and starts nothing.
   *
   * @param directory for data, configuration and the process's output
   * @param port for clients
   * @param further as in {@link EmbeddedKafka#EmbeddedKafka(Path, int, Map)}
   */
  public KafkaProgram(Path directory, int port, Map<String, String> further) throws IOException {
    this.directory = directory.toAbsolutePath();
    Path data = this.directory.resolve("data");
    EmbeddedKafka.formatIfNew(data);
    settings = this.directory.resolve("server.properties");
    Properties properties = new Properties();
    properties.putAll(BrokerSettings.of(data, port, Ports.free(), further));
    try (OutputStream out = Files.newOutputStream(settings)) {
      properties.store(out, null);
    }
  }

  public ChildJvm start() throws IOException {
    return ChildJvm.start(
        directory.resolve("kafka.out"), List.of(), OPTIONS, "kafka.Kafka", settings.toString());
  }
}
