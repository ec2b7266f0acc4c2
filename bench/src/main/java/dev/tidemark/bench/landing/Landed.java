package dev.tidemark.bench.landing;

import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/** What landers leave on HDFS. */
final class Landed {
  private final Task task;
  private final FileContext files;

  Landed(Task task) throws IOException {
    this.task = task;
    this.files = FileContext.getFileContext(task.hdfs(), task.hadoop());
  }

  URI target(Peer peer, int round) {
    return URI.create(task.hdfs() + "/" + peer.label() + "-" + round);
  }

  /**
   * Checks that all values are there, a line each, under names that readers see.
   *
   * @throws IOException if not
   */
  void requireBytes(URI target, long expected) throws IOException {
    long found = 0;
    RemoteIterator<LocatedFileStatus> all = files.util().listFiles(new Path(target), true);
    while (all.hasNext()) {
      LocatedFileStatus file = all.next();
      String path = target.relativize(file.getPath().toUri()).getPath();
      if (!path.startsWith("_") && !path.contains("/_") && !path.contains("/.")) {
        found += file.getLen();
      }
    }
    if (found != expected) {
      throw new IOException(target + " holds " + found + " bytes in sight, not " + expected);
    }
  }

  void remove(URI target) throws IOException {
    files.delete(new Path(target), true);
    files.delete(new Path(target + "-checkpoint"), true);
  }
}
