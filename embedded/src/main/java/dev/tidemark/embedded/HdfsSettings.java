package dev.tidemark.embedded;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.namenode.NameNode;

/** Settings of one NameNode and one DataNode on the loopback interface, and of their clients. */
final class HdfsSettings {
  private static final String NAMES = "names";
  private static final String BLOCKS = "blocks";

  private HdfsSettings() {}

  static URI uri(int port) {
    return URI.create("hdfs://127.0.0.1:" + port);
  }

  /** What both nodes need beyond Hadoop's defaults, with their data in one directory. */
  static Configuration ofNodes(Path directory, int port) {
    Configuration settings = new Configuration(false);
    settings.set("fs.defaultFS", uri(port).toString());
    settings.set("dfs.namenode.rpc-address", "127.0.0.1:" + port);
    settings.set("dfs.namenode.name.dir", directory.resolve(NAMES).toUri().toString());
    settings.set("dfs.datanode.data.dir", directory.resolve(BLOCKS).toUri().toString());
    settings.set("dfs.replication", "1");
    settings.set("dfs.namenode.http-address", "127.0.0.1:0");
    settings.set("dfs.datanode.address", "127.0.0.1:0");
    settings.set("dfs.datanode.http.address", "127.0.0.1:0");
    settings.set("dfs.datanode.ipc.address", "127.0.0.1:0");
    settings.set("dfs.datanode.hostname", "127.0.0.1");
    settings.set("dfs.namenode.safemode.extension", "0");
    settings.set("dfs.namenode.safemode.min.datanodes", "0");
    settings.set("dfs.heartbeat.interval", "1");
    settings.set("dfs.namenode.heartbeat.recheck-interval", "2000");
    settings.set("dfs.namenode.stale.datanode.interval", "9000");
    return settings;
  }

  static Configuration withDefaults(Configuration settings) {
    Configuration all = new Configuration();
    settings.forEach(e -> all.set(e.getKey(), e.getValue()));
    return all;
  }

  static Configuration ofClient(URI uri) {
    Configuration settings = new Configuration();
    settings.set("fs.defaultFS", uri.toString());
    settings.set("dfs.replication", "1");
    // With one DataNode there is never another to replace it.
    settings.set("dfs.client.block.write.replace-datanode-on-failure.policy", "NEVER");
    return settings;
  }

  /** Formats a directory that holds no file system yet. */
  static void formatIfNew(Path directory, Configuration settings) throws IOException {
    if (Files.exists(directory.resolve(NAMES).resolve("current/VERSION"))) {
      return;
    }
    NameNode.format(settings);
  }
}
