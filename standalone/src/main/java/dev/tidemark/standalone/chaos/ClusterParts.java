package dev.tidemark.standalone.chaos;

import dev.tidemark.embedded.ChildJvm;
import dev.tidemark.embedded.HdfsPrograms;
import dev.tidemark.embedded.KafkaProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Makes the processes of a cluster, each with its own log, and starts none of them. */
final class ClusterParts {
  private static final String MAIN = "dev.tidemark.standalone.cli.Main";
  static final int REPLICATION = 2;

  private static final int SERVER_HEAP = 256;
  private static final int COLLECTOR_HEAP = 256;
  private static final int SPARK_HEAP = 512;

  private final ClusterFiles files;
  private final Addresses addresses;
  private final HdfsPrograms hdfs;

  ClusterParts(ClusterFiles files, Addresses addresses) throws IOException {
    this.files = files;
    this.addresses = addresses;
    Files.createDirectories(files.checkpoints());
    Files.createDirectories(files.temporary());
    hdfs = new HdfsPrograms(files.hdfs(), addresses.nameNode());
    hdfs.writeClientConf(files.clientConf(), REPLICATION);
  }

  Member kafka() throws IOException {
    KafkaProgram program =
        new KafkaProgram(
            files.kafka(),
            addresses.kafka(),
            Map.of(
                "listeners",
                "COLLECTOR://"
                    + Addresses.server(addresses.collectorKafka())
                    + ",INGEST://"
                    + Addresses.server(addresses.ingestKafka()),
                "advertised.listeners",
                "COLLECTOR://"
                    + Addresses.server(addresses.collectorLink())
                    + ",INGEST://"
                    + Addresses.server(addresses.ingestLink()),
                "listener.security.protocol.map",
                "COLLECTOR:PLAINTEXT,INGEST:PLAINTEXT"));
    return new Member("kafka", SERVER_HEAP, program::start);
  }

  Member nameNode() {
    return new Member("namenode", SERVER_HEAP, hdfs::startNameNode);
  }

  Member dataNode(int number) {
    return new Member("datanode-" + number, SERVER_HEAP, () -> hdfs.startDataNode(number));
  }

  Member collector(SteppedClock clock) {
    return program(
        "collector",
        COLLECTOR_HEAP,
        clock,
        "collector",
        "--set=kafka.bootstrap.servers=" + Addresses.server(addresses.collectorLink()));
  }

  Member ingest(SteppedClock clock) {
    return program(
        "ingest",
        SPARK_HEAP,
        clock,
        "ingest",
        "--set=kafka.bootstrap.servers=" + Addresses.server(addresses.ingestLink()));
  }

  Member coordinator(int number, SteppedClock clock) {
    int port = number == 1 ? addresses.firstCoordinator() : addresses.secondCoordinator();
    return program(
        "coordinator-" + number,
        SPARK_HEAP,
        clock,
        "coordinator",
        "--set=coordinator.http.port=" + port);
  }

  /** Runs a command to its end elsewhere: the process is the caller's. */
  ChildJvm command(String... arguments) throws IOException {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.add("--config=" + files.config());
    return ChildJvm.start(
        files.logs().resolve(arguments[0] + ".out"),
        List.of(files.clientConf()),
        options(arguments[0], SERVER_HEAP, "OFF"),
        MAIN,
        all.toArray(new String[0]));
  }

  private Member program(String name, int heap, SteppedClock clock, String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.add("--config=" + files.config());
    return new Member(
        name,
        heap,
        () ->
            ChildJvm.start(
                files.logs().resolve(name + ".out"),
                List.of(files.clientConf()),
                Stream.concat(options(name, heap, "INFO").stream(), Stream.of(clock.option()))
                    .toList(),
                MAIN,
                all.toArray(new String[0])));
  }

  private List<String> options(String name, int heap, String consoleLevel) {
    return List.of(
        "@" + files.home().resolve("conf/jvm.options"),
        "-Xmx" + heap + "m",
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-Djava.io.tmpdir=" + files.temporary(),
        "-Dtidemark.home=" + files.home(),
        "-Dlog4j2.configurationFile=" + files.home().resolve("conf/log4j2.xml"),
        "-Dtidemark.log.dir=" + files.logs(),
        "-Dtidemark.log.name=" + name,
        "-Dtidemark.console.level=" + consoleLevel,
        "-Dspark.driver.host=127.0.0.1",
        "-Dspark.driver.bindAddress=127.0.0.1",
        "-Dspark.local.dir=" + files.spark(),
        "-Dspark.sql.warehouse.dir=" + files.directory().resolve("warehouse"));
  }
}
