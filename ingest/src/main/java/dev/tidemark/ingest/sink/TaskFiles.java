package dev.tidemark.ingest.sink;

import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.hadoop.FileSystems;
import java.io.Serializable;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.util.SerializableConfiguration;

/**
 * The file system that tasks write to. Sent to each executor once, as a broadcast, and opened there
 * once: to parse Hadoop's settings and to connect costs more than a small task.
 */
final class TaskFiles implements Serializable {
  private final URI root;
  private final SerializableConfiguration hadoop;
  private transient LandingFileSystem files;

  TaskFiles(URI root, Configuration hadoop) {
    this.root = root;
    this.hadoop = new SerializableConfiguration(hadoop);
  }

  synchronized LandingFileSystem open() {
    if (files == null) {
      files = FileSystems.openForLargeFiles(root, hadoop.value());
    }
    return files;
  }
}
