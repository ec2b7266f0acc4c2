package dev.tidemark.ingest;

import dev.tidemark.embedded.EmbeddedHdfs;
import dev.tidemark.embedded.EmbeddedKafka;
import dev.tidemark.embedded.Ports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Kafka, HDFS and Spark: one of each for all integration tests of a JVM. */
final class Cluster implements AutoCloseable {
  private final EmbeddedKafka kafka;
  private final EmbeddedHdfs hdfs;
  private final SparkSession spark;
  private final Path directory;
  private final String saslServers;

  private Cluster() throws IOException {
    directory = Files.createTempDirectory(Path.of("target"), "cluster").toAbsolutePath();
    int saslPort = Ports.free();
    saslServers = "127.0.0.1:" + saslPort;
    kafka = new EmbeddedKafka(directory.resolve("kafka"), 0, saslListener(saslPort)).start();
    hdfs = new EmbeddedHdfs(directory.resolve("hdfs"), 0).start();
    spark =
        SparkSession.builder()
            .master("local[2]")
            .appName("tidemark-ingest-test")
            .config("spark.ui.enabled", "false")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.driver.bindAddress", "127.0.0.1")
            // Nothing that lands may depend on the session's zone.
            .config("spark.sql.session.timeZone", "Asia/Kolkata")
            .config("spark.hadoop.dfs.replication", "1")
            .getOrCreate();
  }

  private static Map<String, String> saslListener(int port) {
    return Map.of(
        "listeners",
        "SASL_PLAINTEXT://127.0.0.1:" + port,
        "advertised.listeners",
        "SASL_PLAINTEXT://127.0.0.1:" + port,
        "listener.security.protocol.map",
        "SASL_PLAINTEXT:SASL_PLAINTEXT",
        "sasl.enabled.mechanisms",
        "PLAIN",
        "listener.name.sasl_plaintext.plain.sasl.jaas.config",
        "org.apache.kafka.common.security.plain.PlainLoginModule required user_ingest=\"secret\";");
  }

  /**
   * Brokers as those reach them who log in by SASL PLAIN, as {@code ingest} with {@code secret}.
   */
  String saslServers() {
    return saslServers;
  }

  /** Where the broker keeps the records of a topic-partition. */
  Path kafkaLog(String topic, int partition) {
    return directory.resolve("kafka").resolve(topic + "-" + partition);
  }

  EmbeddedKafka kafka() {
    return kafka;
  }

  EmbeddedHdfs hdfs() {
    return hdfs;
  }

  SparkSession spark() {
    return spark;
  }

  /** For checkpoints and the like. */
  Path directory() {
    return directory;
  }

  @Override
  public void close() throws IOException {
    spark.stop();
    hdfs.close();
    kafka.close();
  }

  /** Gives a test class the cluster as a parameter. */
  static final class Resolver implements ParameterResolver {
    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext test) {
      return parameter.getParameter().getType().equals(Cluster.class);
    }

    @Override
    public Cluster resolveParameter(ParameterContext parameter, ExtensionContext test) {
      return test.getRoot()
          .getStore(ExtensionContext.Namespace.create(Cluster.class))
          .getOrComputeIfAbsent(Cluster.class, key -> start(), Cluster.class);
    }

    private static Cluster start() {
      try {
        return new Cluster();
      } catch (IOException e) {
        throw new java.io.UncheckedIOException(e);
      }
    }
  }
}
