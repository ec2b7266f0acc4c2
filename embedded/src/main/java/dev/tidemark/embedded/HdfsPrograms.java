package dev.tidemark.embedded;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/**
 * A NameNode and any number of DataNodes, each a process of its own that whoever starts it looks
 * after: nothing is waited for, and nothing started again. Each comes back with its data, and the
 * NameNode on its port, when it is started after its end.
 */
public final class HdfsPrograms {
  private static final List<String> OPTIONS =
      List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");
  private static final String SITE = "hdfs-site.xml";

  private final Path directory;
  private final int port;

  /**
   * Formats the directory if it holds no file system yet, and starts nothing.
   *
   * @param directory for data, configuration and the processes' output; its path must be one that
   *     Hadoop can work with, without white space
   * @param port of the NameNode
   */
  public HdfsPrograms(Path directory, int port) throws IOException {
    this.directory = directory.toAbsolutePath();
    this.port = port;
    HdfsSettings.formatIfNew(
        this.directory, HdfsSettings.withDefaults(HdfsSettings.ofNodes(this.directory, port)));
  }

  public ChildJvm startNameNode() throws IOException {
    return node(
        "namenode",
        "org.apache.hadoop.hdfs.server.namenode.NameNode",
        HdfsSettings.ofNodes(directory, port));
  }

  /** Starts one of the DataNodes; each number is another one. */
  public ChildJvm startDataNode(int number) throws IOException {
    Configuration settings = HdfsSettings.ofNodes(directory, port);
    settings.set("dfs.datanode.data.dir", directory.resolve("blocks-" + number).toUri().toString());
    return node("datanode-" + number, "org.apache.hadoop.hdfs.server.datanode.DataNode", settings);
  }

  private ChildJvm node(String name, String mainClass, Configuration settings) throws IOException {
    Path conf = write(settings, directory.resolve("conf-" + name));
    return ChildJvm.start(directory.resolve(name + ".out"), List.of(conf), OPTIONS, mainClass);
  }

  /**
   * Writes a directory for the class path of clients.
   *
   * @param replication of the files that they write
   */
  public Path writeClientConf(Path target, int replication) throws IOException {
    Configuration settings = new Configuration(false);
    settings.set("dfs.replication", Integer.toString(replication));
    return write(settings, target);
  }

  private static Path write(Configuration settings, Path target) throws IOException {
    Files.createDirectories(target);
    try (OutputStream out = Files.newOutputStream(target.resolve(SITE))) {
      settings.writeXml(out);
    }
    return target;
  }

  /** The root, {@code hdfs://127.0.0.1:port}. */
  public URI uri() {
    return HdfsSettings.uri(port);
  }
}
