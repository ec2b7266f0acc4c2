package dev.tidemark.standalone.chaos;

import dev.tidemark.embedded.Ports;
import java.io.IOException;
import java.net.URI;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Set;

/**
 * The ports of a cluster, all on the loopback interface and different.
 *
 * @param kafka for the suite itself, past every link
 * @param collectorKafka the broker's listener behind the collector's link
 * @param ingestKafka the broker's listener behind ingest's link
 * @param nameNode past the link
 */
record Addresses(
    int kafka,
    int collectorKafka,
    int collectorLink,
    int ingestKafka,
    int ingestLink,
    int nameNode,
    int hdfsLink,
    int collector,
    int firstCoordinator,
    int secondCoordinator) {
  private static final int COUNT = 10;

  static Addresses free() throws IOException {
    Set<Integer> ports = new HashSet<>();
    while (ports.size() < COUNT) {
      ports.add(Ports.free());
    }
    Iterator<Integer> p = ports.iterator();
    return new Addresses(
        p.next(), p.next(), p.next(), p.next(), p.next(), p.next(), p.next(), p.next(), p.next(),
        p.next());
  }

  String bootstrapServers() {
    return server(kafka);
  }

  static String server(int port) {
    return "127.0.0.1:" + port;
  }

  static URI http(int port) {
    return URI.create("http://" + server(port));
  }

  /** The dataset's root as the programs see it. */
  URI linkedRoot() {
    return URI.create("hdfs://" + server(hdfsLink) + ClusterConfig.ROOT);
  }

  /** The dataset's root past the link. */
  URI directRoot() {
    return URI.create("hdfs://" + server(nameNode) + ClusterConfig.ROOT);
  }
}
