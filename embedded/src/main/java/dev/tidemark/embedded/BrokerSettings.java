package dev.tidemark.embedded;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * The broker configuration that a single node on the loopback interface needs: one process is
 * broker and controller, nothing is replicated, and records never expire by age, so that events
 * with old times stay.
 */
final class BrokerSettings {
  static final int NODE_ID = 1;
  static final String CONTROLLER_LISTENER = "CONTROLLER";
  private static final Set<String> LISTENERS =
      Set.of("listeners", "advertised.listeners", "listener.security.protocol.map");

  private BrokerSettings() {}

  /**
   * The configuration of a broker.
   *
   * @param further settings over these; in those that list listeners, besides the ones here
   */
  static Map<String, String> of(
      Path directory, int port, int controllerPort, Map<String, String> further) {
    Map<String, String> settings = new HashMap<>(own(directory, port, controllerPort));
    further.forEach(
        (name, value) ->
            settings.merge(
                name,
                value,
                (ours, theirs) -> LISTENERS.contains(name) ? ours + "," + theirs : theirs));
    return settings;
  }

  private static Map<String, String> own(Path directory, int port, int controllerPort) {
    return Map.ofEntries(
        Map.entry("process.roles", "broker,controller"),
        Map.entry("node.id", Integer.toString(NODE_ID)),
        Map.entry("controller.quorum.voters", NODE_ID + "@127.0.0.1:" + controllerPort),
        Map.entry(
            "listeners",
            "PLAINTEXT://127.0.0.1:" + port + ",CONTROLLER://127.0.0.1:" + controllerPort),
        Map.entry("advertised.listeners", "PLAINTEXT://127.0.0.1:" + port),
        Map.entry("inter.broker.listener.name", "PLAINTEXT"),
        Map.entry("controller.listener.names", CONTROLLER_LISTENER),
        Map.entry("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT"),
        Map.entry("log.dirs", directory.toString()),
        Map.entry("auto.create.topics.enable", "false"),
        Map.entry("offsets.topic.replication.factor", "1"),
        Map.entry("offsets.topic.num.partitions", "5"),
        Map.entry("transaction.state.log.replication.factor", "1"),
        Map.entry("transaction.state.log.min.isr", "1"),
        Map.entry("transaction.state.log.num.partitions", "5"),
        Map.entry("group.initial.rebalance.delay.ms", "0"),
        Map.entry("log.retention.ms", "-1"),
        Map.entry("log.retention.bytes", "-1"),
        // After a kill the controller waits this long before it lets the broker register again.
        Map.entry("broker.session.timeout.ms", "5000"),
        Map.entry("broker.heartbeat.interval.ms", "500"),
        Map.entry("num.network.threads", "2"),
        Map.entry("num.io.threads", "4"),
        // The default of 128 MiB would be taken from a heap that Spark and HDFS share.
        Map.entry("log.cleaner.dedupe.buffer.size", "4194304"));
  }
}
