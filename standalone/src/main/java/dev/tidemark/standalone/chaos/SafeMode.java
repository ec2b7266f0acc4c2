package dev.tidemark.standalone.chaos;

import java.io.IOException;
import org.apache.hadoop.fs.SafeModeAction;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/** The NameNode takes no change, as after a start or when an administrator says so. */
record SafeMode(Cluster cluster) implements Fault {
  @Override
  public void inject() throws IOException {
    say(SafeModeAction.ENTER);
  }

  @Override
  public void heal() throws IOException {
    say(SafeModeAction.LEAVE);
  }

  private void say(SafeModeAction action) throws IOException {
    try (DistributedFileSystem hdfs = cluster.openHdfs()) {
      hdfs.setSafeMode(action);
    }
  }
}
