package dev.tidemark.landing.hadoop;

import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.fs.LandingFileSystemContract;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

class HadoopFilesIT extends LandingFileSystemContract {
  @TempDir static Path directory;
  private static MiniDFSCluster hdfs;

  @BeforeAll
  static void startHdfs() throws IOException {
    hdfs = new MiniDFSCluster.Builder(new Configuration(), directory.toFile()).build();
    hdfs.waitActive();
  }

  @AfterAll
  static void stopHdfs() {
    hdfs.shutdown();
  }

  @Override
  protected LandingFileSystem newFileSystem() throws IOException {
    URI root = URI.create(hdfs.getURI() + "/" + UUID.randomUUID());
    LandingFileSystem files = FileSystems.open(root);
    files.makeDirectories("");
    return files;
  }
}
