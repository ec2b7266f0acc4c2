package dev.tidemark.coordinator;

import static org.awaitility.Awaitility.await;

import dev.tidemark.embedded.ChildJvm;
import dev.tidemark.embedded.Ports;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/**
 * A ResourceManager and one NodeManager, each a process of its own, on loopback alone. Containers
 * are processes that the NodeManager starts.
 */
final class YarnCluster implements AutoCloseable {
  private static final String PACKAGE = "org.apache.hadoop.yarn.server.";
  private static final Duration START = Duration.ofSeconds(60);
  private static final String LOG =
      """
      rootLogger.level=info
      rootLogger.appenderRef.out.ref=out
      appender.out.type=Console
      appender.out.name=out
      appender.out.layout.type=PatternLayout
      appender.out.layout.pattern=%d %p %c{1} %m%n
      """;

  private final Path directory;
  private final ChildJvm resourceManager;
  private final ChildJvm nodeManager;

  YarnCluster(Path directory, URI hdfs) throws IOException {
    this.directory = directory;
    writeConf(hdfs);
    resourceManager = program("resourcemanager.ResourceManager", "Transitioned to active state");
    nodeManager = program("nodemanager.NodeManager", "Registered with ResourceManager");
  }

  /** What {@code HADOOP_CONF_DIR} names. */
  Path conf() {
    return directory.resolve("conf");
  }

  private void writeConf(URI hdfs) throws IOException {
    Files.createDirectories(conf());
    write("core-site.xml", Map.of("fs.defaultFS", hdfs.toString()));
    write("hdfs-site.xml", Map.of("dfs.replication", "1"));
    write(
        "capacity-scheduler.xml",
        Map.of(
            "yarn.scheduler.capacity.root.queues", "default",
            "yarn.scheduler.capacity.root.default.capacity", "100",
            "yarn.scheduler.capacity.maximum-am-resource-percent", "1"));
    write(
        "yarn-site.xml",
        Map.ofEntries(
            Map.entry("yarn.resourcemanager.hostname", "127.0.0.1"),
            Map.entry("yarn.resourcemanager.bind-host", "127.0.0.1"),
            Map.entry("yarn.resourcemanager.address", address()),
            Map.entry("yarn.resourcemanager.scheduler.address", address()),
            Map.entry("yarn.resourcemanager.resource-tracker.address", address()),
            Map.entry("yarn.resourcemanager.admin.address", address()),
            Map.entry("yarn.resourcemanager.webapp.address", address()),
            Map.entry("yarn.nodemanager.hostname", "127.0.0.1"),
            Map.entry("yarn.nodemanager.bind-host", "127.0.0.1"),
            Map.entry("yarn.nodemanager.address", address()),
            Map.entry("yarn.nodemanager.localizer.address", address()),
            Map.entry("yarn.nodemanager.webapp.address", address()),
            Map.entry("yarn.nodemanager.local-dirs", directory.resolve("local").toString()),
            Map.entry("yarn.nodemanager.log-dirs", directory.resolve("containers").toString()),
            Map.entry("yarn.nodemanager.resource.memory-mb", "4096"),
            Map.entry("yarn.scheduler.minimum-allocation-mb", "128"),
            // What this host has left is not what is tested.
            Map.entry("yarn.nodemanager.disk-health-checker.enable", "false"),
            Map.entry("yarn.nodemanager.vmem-check-enabled", "false"),
            Map.entry("yarn.nodemanager.pmem-check-enabled", "false")));
    Files.writeString(conf().resolve("log4j2.properties"), LOG);
    // The pages of both are not in the jar that has their classes.
    for (String pages : List.of("cluster", "node")) {
      Files.createDirectories(conf().resolve("webapps").resolve(pages));
    }
  }

  private static String address() throws IOException {
    return "127.0.0.1:" + Ports.free();
  }

  private void write(String name, Map<String, String> values) throws IOException {
    Configuration settings = new Configuration(false);
    values.forEach(settings::set);
    try (OutputStream out = Files.newOutputStream(conf().resolve(name))) {
      settings.writeXml(out);
    }
  }

  private ChildJvm program(String mainClass, String started) throws IOException {
    ChildJvm program =
        ChildJvm.start(
            directory.resolve(mainClass + ".out"),
            List.of(conf()),
            List.of(
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--add-opens=java.base/java.lang=ALL-UNNAMED"),
            Map.of("JAVA_HOME", System.getProperty("java.home")),
            PACKAGE + mainClass);
    await()
        .atMost(START)
        .until(
            () -> {
              if (!program.isAlive()) {
                throw new IOException(program.output());
              }
              return program.output().contains(started);
            });
    return program;
  }

  @Override
  public void close() throws IOException {
    nodeManager.close();
    resourceManager.close();
  }
}
