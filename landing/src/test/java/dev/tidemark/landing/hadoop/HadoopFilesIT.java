package dev.tidemark.landing.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.fs.LandingFileSystemContract;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Random;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
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

  @Test
  void a_large_file_has_large_checksum_chunks_and_reads_back() throws IOException {
    URI root = URI.create(hdfs.getURI() + "/" + UUID.randomUUID());
    LandingFileSystem files = FileSystems.openForLargeFiles(root, new Configuration());
    files.makeDirectories("");
    byte[] contents = new byte[3_000_000];
    new Random(13).nextBytes(contents);
    files.write("large", contents);
    assertThat(files.read("large")).isEqualTo(contents);
    org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(root + "/large");
    assertThat(FileContext.getFileContext(root).getFileChecksum(path).getAlgorithmName())
        .endsWith("of-8192CRC32C");
  }
}
