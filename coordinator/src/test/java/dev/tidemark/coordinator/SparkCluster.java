package dev.tidemark.coordinator;

import static org.awaitility.Awaitility.await;

import dev.tidemark.embedded.ChildJvm;
import dev.tidemark.embedded.Ports;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A Spark standalone master and one worker, each a process of its own, on loopback alone. */
final class SparkCluster implements AutoCloseable {
  private final int port = Ports.free();
  private final ChildJvm master;
  private final ChildJvm worker;

  SparkCluster(Path directory) throws IOException {
    Path home = SparkHome.create(directory).directory();
    master =
        program(
            directory.resolve("master.out"),
            home,
            "org.apache.spark.deploy.master.Master",
            "--host",
            "127.0.0.1",
            "--port",
            Integer.toString(port),
            "--webui-port",
            "0");
    awaits(master, "I have been elected leader");
    worker =
        program(
            directory.resolve("worker.out"),
            home,
            "org.apache.spark.deploy.worker.Worker",
            "--host",
            "127.0.0.1",
            "--cores",
            "2",
            "--memory",
            "1g",
            "--webui-port",
            "0",
            "--work-dir",
            directory.resolve("work").toString(),
            master());
    awaits(worker, "Successfully registered with master");
  }

  String master() {
    return "spark://127.0.0.1:" + port;
  }

  /** Whether a process is one of the cluster's. */
  boolean has(long pid) {
    return pid == master.pid() || pid == worker.pid();
  }

  private static ChildJvm program(Path output, Path home, String mainClass, String... arguments)
      throws IOException {
    return ChildJvm.start(
        output,
        List.of(),
        List.of("-Xmx256m", "-XX:TieredStopAtLevel=1", "-Dspark.master.rest.enabled=false"),
        // Its scripts say the version of Scala; the worker asks for it when it starts executors.
        Map.of(
            "SPARK_HOME", home.toString(),
            "SPARK_SCALA_VERSION", "2.13",
            "SPARK_LOCAL_IP", "127.0.0.1"),
        mainClass,
        arguments);
  }

  private static void awaits(ChildJvm program, String line) {
    await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () -> {
              if (!program.isAlive()) {
                throw new IOException(program.output());
              }
              return program.output().contains(line);
            });
  }

  @Override
  public void close() throws IOException {
    worker.close();
    master.close();
  }
}
