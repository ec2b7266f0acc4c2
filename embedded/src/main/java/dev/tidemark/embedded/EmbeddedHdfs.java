package dev.tidemark.embedded;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.util.ShutdownHookManager;

/**
 * An HDFS in this process: a NameNode and one DataNode, listening on the loopback interface only.
 *
 * <p>Files stay in the data directory, and the file system comes back on it after {@link #stop}, or
 * in another process after a kill: closed files whole, open ones with at least what was synced once
 * their lease is recovered. One NameNode at a time may use a directory.
 *
 * <p>Not safe for use by several threads, except {@link #uri} and {@link #configuration}.
 */
public final class EmbeddedHdfs implements AutoCloseable {
  private static final Duration START_LIMIT = Duration.ofSeconds(60);

  private final Path directory;
  private final int port;
  private PlainPath plain;
  private NameNode nameNode;
  private DataNode dataNode;

  /**
   * Chooses the port and starts nothing.
   *
   * @param directory for the data; formatted at the first start if it holds no file system
   * @param port of the NameNode; 0 means a free one, kept for this object's life
   */
  public EmbeddedHdfs(Path directory, int port) throws IOException {
    this.directory = directory.toAbsolutePath();
    this.port = Ports.orFree(port);
  }

  /**
   * Starts both nodes and returns when files can be written. Does nothing if they run.
   *
   * @throws IOException if they cannot start: the port is taken, or the directory is in use or
   *     damaged
   */
  public EmbeddedHdfs start() throws IOException {
    if (nameNode != null) {
      return this;
    }
    // Otherwise a second node in one process could not register its metrics.
    DefaultMetricsSystem.setMiniClusterMode(true);
    try {
      plain = PlainPath.to(directory);
      Configuration settings = HdfsSettings.withDefaults(HdfsSettings.ofNodes(plain.path(), port));
      HdfsSettings.formatIfNew(plain.path(), settings);
      nameNode = NameNode.createNameNode(new String[0], settings);
      dataNode = DataNode.createDataNode(new String[0], settings);
      Poll.until("HDFS takes blocks", START_LIMIT, this::takesBlocks);
      return this;
    } catch (IOException | RuntimeException e) {
      stop();
      throw new IOException(
          "HDFS cannot start on 127.0.0.1:" + port + " with its data in " + directory, e);
    }
  }

  private boolean takesBlocks() {
    return nameNode.getNamesystem().getNumLiveDataNodes() == 1
        && !nameNode.isInSafeMode()
        && dataNode.isDatanodeFullyStarted();
  }

  /** The root, {@code hdfs://127.0.0.1:port}; the same over restarts. */
  public URI uri() {
    return HdfsSettings.uri(port);
  }

  /** A client's settings for this file system, a copy of its own for each caller. */
  public Configuration configuration() {
    return HdfsSettings.ofClient(uri());
  }

  /**
   * Stops both nodes; {@link #start} brings them back with their files. While the JVM shuts down,
   * the DataNode goes on until the very end.
   */
  public void stop() throws IOException {
    // Then it could not be stopped: it would fail at taking back a shutdown hook of its own. What
    // it has is as safe as after a kill.
    if (dataNode != null && !ShutdownHookManager.get().isShutdownInProgress()) {
      dataNode.shutdown();
      dataNode = null;
    }
    if (nameNode != null) {
      nameNode.stop();
      nameNode.join();
      nameNode = null;
    }
    if (plain != null) {
      plain.close();
      plain = null;
    }
  }

  @Override
  public void close() throws IOException {
    stop();
  }
}
