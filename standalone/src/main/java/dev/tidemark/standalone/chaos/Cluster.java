package dev.tidemark.standalone.chaos;

import dev.tidemark.embedded.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.SafeModeAction;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.errors.TopicExistsException;

/**
 * A whole pipeline, each program of it a process: a broker, a NameNode, two DataNodes, the
 * collector, ingest and two coordinators, with links between them that can be cut.
 */
final class Cluster implements AutoCloseable {
  private static final int TOPIC_PARTITIONS = 3;

  private final ClusterFiles files;
  private final Addresses addresses;
  private final ClusterParts parts;
  private final Link collectorLink;
  private final Link ingestLink;
  private final Link hdfsLink;
  private final Member kafka;
  private final Member nameNode;
  private final List<Member> dataNodes;
  private final Member collector;
  private final Member ingest;
  private final List<Member> coordinators;
  private final SteppedClock collectorClock;
  private final SteppedClock ingestClock;
  private final List<SteppedClock> coordinatorClocks;

  /** Writes configuration and formats what needs it; starts nothing but the links. */
  Cluster(ClusterFiles files, ClusterConfig.PartitionTime partitionTime) throws IOException {
    this.files = files;
    Files.createDirectories(files.directory());
    addresses = Addresses.free();
    Files.writeString(files.config(), new ClusterConfig(files, addresses, partitionTime).yaml());
    parts = new ClusterParts(files, addresses);
    collectorLink = new Link(addresses.collectorLink(), addresses.collectorKafka());
    ingestLink = new Link(addresses.ingestLink(), addresses.ingestKafka());
    hdfsLink = new Link(addresses.hdfsLink(), addresses.nameNode());
    collectorClock = new SteppedClock(files.clock("collector"));
    ingestClock = new SteppedClock(files.clock("ingest"));
    coordinatorClocks =
        List.of(
            new SteppedClock(files.clock("coordinator-1")),
            new SteppedClock(files.clock("coordinator-2")));
    kafka = parts.kafka();
    nameNode = parts.nameNode();
    dataNodes = List.of(parts.dataNode(1), parts.dataNode(2));
    collector = parts.collector(collectorClock);
    ingest = parts.ingest(ingestClock);
    coordinators =
        List.of(
            parts.coordinator(1, coordinatorClocks.get(0)),
            parts.coordinator(2, coordinatorClocks.get(1)));
  }

  /** Starts everything, the servers before what needs them. */
  void start() throws IOException, InterruptedException {
    kafka.start();
    nameNode.start();
    for (Member each : dataNodes) {
      each.start();
    }
    Patience.until("Kafka has its topics", Patience.START, this::makeTopics);
    Patience.until("HDFS takes blocks", Patience.START, this::takesBlocks);
    collector.start();
    ingest.start();
    for (Member each : coordinators) {
      each.start();
    }
  }

  private boolean makeTopics() throws Exception {
    try (Admin admin = admin()) {
      admin
          .createTopics(
              List.of(
                  new NewTopic(ClusterConfig.TOPIC, TOPIC_PARTITIONS, (short) 1),
                  new NewTopic(ClusterConfig.REJECTED, 1, (short) 1)))
          .all()
          .get(5, TimeUnit.SECONDS);
      return true;
    } catch (ExecutionException e) {
      return e.getCause() instanceof TopicExistsException;
    }
  }

  private boolean takesBlocks() throws IOException {
    try (DistributedFileSystem hdfs = openHdfs()) {
      return !hdfs.setSafeMode(SafeModeAction.GET)
          && hdfs.getDataNodeStats(DatanodeReportType.LIVE).length == dataNodes.size();
    }
  }

  /** Past the links; the caller closes it. */
  Admin admin() {
    return Admin.create(
        Map.of(
            "bootstrap.servers", addresses.bootstrapServers(),
            "default.api.timeout.ms", "5000",
            "request.timeout.ms", "4000"));
  }

  /** Past the link; the caller closes it. It says at once that the NameNode is away. */
  DistributedFileSystem openHdfs() throws IOException {
    return (DistributedFileSystem) FileSystem.newInstance(addresses.directRoot(), hadoop());
  }

  /** For clients of the suite itself. */
  Configuration hadoop() {
    Configuration client = new Configuration();
    client.set("ipc.client.connect.max.retries", "0");
    client.set("ipc.client.connect.timeout", "3000");
    client.set("ipc.client.rpc-timeout.ms", "5000");
    client.set("dfs.replication", Integer.toString(ClusterParts.REPLICATION));
    return client;
  }

  ChildJvm command(String... arguments) throws IOException {
    return parts.command(arguments);
  }

  ClusterFiles files() {
    return files;
  }

  Addresses addresses() {
    return addresses;
  }

  Link collectorLink() {
    return collectorLink;
  }

  Link ingestLink() {
    return ingestLink;
  }

  Link hdfsLink() {
    return hdfsLink;
  }

  Member kafka() {
    return kafka;
  }

  Member nameNode() {
    return nameNode;
  }

  List<Member> dataNodes() {
    return dataNodes;
  }

  Member collector() {
    return collector;
  }

  Member ingest() {
    return ingest;
  }

  List<Member> coordinators() {
    return coordinators;
  }

  SteppedClock collectorClock() {
    return collectorClock;
  }

  SteppedClock ingestClock() {
    return ingestClock;
  }

  List<SteppedClock> coordinatorClocks() {
    return coordinatorClocks;
  }

  /** Every process, those first that others need least. */
  List<Member> members() {
    return Stream.of(
            coordinators.stream(),
            Stream.of(ingest, collector),
            dataNodes.stream(),
            Stream.of(nameNode, kafka))
        .flatMap(s -> s)
        .toList();
  }

  /** Of every process that was ever started. */
  Set<Long> pids() {
    return Set.copyOf(members().stream().flatMap(m -> m.pids().stream()).toList());
  }

  /** Kills every process and cuts the links. */
  @Override
  public void close() throws IOException {
    List<AutoCloseable> all = new ArrayList<>(members());
    all.addAll(List.of(collectorLink, ingestLink, hdfsLink));
    IOException failure = null;
    for (AutoCloseable each : all) {
      try {
        each.close();
      } catch (Exception e) {
        // One that does not end must not keep the others.
        IOException next = e instanceof IOException io ? io : new IOException(e);
        if (failure == null) {
          failure = next;
        } else {
          failure.addSuppressed(next);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
