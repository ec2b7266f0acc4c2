package dev.tidemark.standalone;

import dev.tidemark.embedded.EmbeddedHdfs;
import java.io.IOException;
import java.net.URI;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The batch job of the plain design: every so often it moves whatever stands in {@code raw} to
 * {@code stage}, while the stream runs.
 */
final class Mover implements AutoCloseable {
  private static final long PERIOD_MILLIS = 100;

  private final FileSystem files;
  private final Path raw;
  private final Path stage;
  private final AtomicInteger moved = new AtomicInteger();
  private final ScheduledExecutorService ticker = Executors.newSingleThreadScheduledExecutor();

  Mover(EmbeddedHdfs hdfs, URI root) throws IOException {
    this.files = FileSystem.newInstance(hdfs.uri(), hdfs.configuration());
    this.raw = new Path(root + "/raw");
    this.stage = new Path(root + "/stage");
    files.mkdirs(stage);
  }

  void start() {
    var unused = ticker.scheduleWithFixedDelay(this::move, 0, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
  }

  int moved() {
    return moved.get();
  }

  private void move() {
    try {
      FileStatus[] found = files.globStatus(new Path(raw, "*.json"));
      for (FileStatus file : found == null ? new FileStatus[0] : found) {
        if (files.rename(file.getPath(), new Path(stage, file.getPath().getName()))) {
          moved.incrementAndGet();
        }
      }
    } catch (IOException e) {
      // The next round looks again, as a job that is started by a clock does.
    }
  }

  @Override
  public void close() throws IOException {
    ticker.shutdownNow();
    files.close();
  }
}
