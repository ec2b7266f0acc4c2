package dev.tidemark.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.file.Path;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;

/**
 * Starts both servers in one process, writes, says {@code ready}, and waits to be killed.
 * Arguments: directory, Kafka's port, HDFS's port.
 */
final class WritesUntilKilled {
  private WritesUntilKilled() {}

  public static void main(String[] arguments) throws Exception {
    Path directory = Path.of(arguments[0]);
    EmbeddedKafka kafka =
        new EmbeddedKafka(directory.resolve("kafka"), Integer.parseInt(arguments[1])).start();
    EmbeddedHdfs hdfs =
        new EmbeddedHdfs(directory.resolve("hdfs"), Integer.parseInt(arguments[2])).start();
    kafka.createTopic("events", 2);
    Records.send(kafka.bootstrapServers(), "events", 100);
    FileSystem files = FileSystem.newInstance(hdfs.uri(), hdfs.configuration());
    try (FSDataOutputStream closed = files.create(new org.apache.hadoop.fs.Path("/closed"))) {
      closed.write("closed".getBytes(UTF_8));
      closed.hsync();
    }
    FSDataOutputStream open = files.create(new org.apache.hadoop.fs.Path("/open"));
    open.write("synced".getBytes(UTF_8));
    open.hsync();
    System.out.println("ready");
    Thread.currentThread().join();
  }
}
