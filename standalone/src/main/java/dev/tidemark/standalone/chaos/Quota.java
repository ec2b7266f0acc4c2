package dev.tidemark.standalone.chaos;

import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;

/**
 * There is no room: what is there stays, but no block can be added, or no name.
 *
 * @param variant an even one is of space, an odd one of names
 */
record Quota(Cluster cluster, int variant) implements Fault {
  @Override
  public void inject() throws IOException {
    if (variant % 2 == 0) {
      set(HdfsConstants.QUOTA_DONT_SET, 1);
    } else {
      set(1, HdfsConstants.QUOTA_DONT_SET);
    }
  }

  @Override
  public void heal() throws IOException {
    set(HdfsConstants.QUOTA_RESET, HdfsConstants.QUOTA_RESET);
  }

  private void set(long names, long space) throws IOException {
    try (DistributedFileSystem hdfs = cluster.openHdfs()) {
      hdfs.setQuota(new Path(ClusterConfig.ROOT), names, space);
    }
  }
}
