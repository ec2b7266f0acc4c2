package dev.tidemark.embedded;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.SafeModeAction;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;

/**
 * An HDFS as {@link EmbeddedHdfs} has it, with its NameNode and its DataNode in processes of their
 * own that can be killed one by one.
 *
 * <p>Not safe for use by several threads, except {@link #uri} and {@link #configuration}.
 */
public final class ExternalHdfs implements AutoCloseable {
  // A NameNode that was killed can take 20 s to leave safe mode.
  private static final Duration START_LIMIT = Duration.ofSeconds(90);

  private final Path directory;
  private final int port;
  private PlainPath plain;
  private ChildJvm nameNode;
  private ChildJvm dataNode;

  /**
   * Chooses the port and starts nothing.
   *
   * @param directory for data, configuration and the processes' output; made if it does not exist
   * @param port of the NameNode; 0 means a free one, kept for this object's life
   */
  public ExternalHdfs(Path directory, int port) throws IOException {
    this.directory = directory.toAbsolutePath();
    this.port = Ports.orFree(port);
  }

  /** Starts what does not run, and returns when files can be written. */
  public ExternalHdfs start() throws IOException {
    if (plain == null) {
      plain = PlainPath.to(directory);
      Configuration settings = HdfsSettings.ofNodes(plain.path(), port);
      HdfsSettings.formatIfNew(plain.path(), HdfsSettings.withDefaults(settings));
      Path conf = Files.createDirectories(directory.resolve("conf"));
      // Both nodes load this resource, and it wins over the defaults in their jars.
      try (OutputStream out = Files.newOutputStream(conf.resolve("hdfs-site.xml"))) {
        settings.writeXml(out);
      }
    }
    if (nameNode == null) {
      nameNode = node("namenode", "org.apache.hadoop.hdfs.server.namenode.NameNode");
    }
    if (dataNode == null) {
      dataNode = node("datanode", "org.apache.hadoop.hdfs.server.datanode.DataNode");
    }
    nameNode.until("HDFS takes blocks", START_LIMIT, this::takesBlocks);
    return this;
  }

  private ChildJvm node(String name, String mainClass) throws IOException {
    return ChildJvm.start(
        directory.resolve(name + ".out"),
        List.of(directory.resolve("conf")),
        List.of("-Xmx512m", "-XX:TieredStopAtLevel=1"),
        mainClass);
  }

  private boolean takesBlocks() throws IOException {
    Configuration client = configuration();
    // A pause of the client's own would hide for seconds that the NameNode has come.
    client.set("ipc.client.connect.max.retries", "0");
    try (FileSystem files = FileSystem.newInstance(uri(), client)) {
      DistributedFileSystem hdfs = (DistributedFileSystem) files;
      return !hdfs.setSafeMode(SafeModeAction.GET)
          && hdfs.getDataNodeStats(DatanodeReportType.LIVE).length == 1;
    }
  }

  /** The root, {@code hdfs://127.0.0.1:port}; the same over restarts. */
  public URI uri() {
    return HdfsSettings.uri(port);
  }

  /** A client's settings for this file system, a copy of its own for each caller. */
  public Configuration configuration() {
    return HdfsSettings.ofClient(uri());
  }

  /** The NameNode's process id, for signals. It must have been started. */
  public long nameNodePid() {
    return nameNode.pid();
  }

  /** The DataNode's process id, for signals. It must have been started. */
  public long dataNodePid() {
    return dataNode.pid();
  }

  /** Kills the NameNode as {@code kill -9} does; {@link #start} brings it back. */
  public void killNameNode() throws IOException {
    if (nameNode != null) {
      nameNode.kill();
      nameNode.close();
      nameNode = null;
    }
  }

  /** Kills the DataNode as {@code kill -9} does; {@link #start} brings it back. */
  public void killDataNode() throws IOException {
    if (dataNode != null) {
      dataNode.kill();
      dataNode.close();
      dataNode = null;
    }
  }

  /** Stops both nodes. */
  @Override
  public void close() throws IOException {
    if (dataNode != null) {
      dataNode.close();
      dataNode = null;
    }
    if (nameNode != null) {
      nameNode.close();
      nameNode = null;
    }
    if (plain != null) {
      plain.close();
      plain = null;
    }
  }
}
