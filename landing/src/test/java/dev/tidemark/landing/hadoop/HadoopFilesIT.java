package dev.tidemark.landing.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.landing.Granularity;
import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.LandingZone;
import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.fs.LandingFileSystemContract;
import dev.tidemark.landing.fs.WriteProbe;
import dev.tidemark.landing.log.Journal;
import dev.tidemark.landing.log.LogEntry;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

  @ParameterizedTest
  @ValueSource(ints = {100, 3_000_000})
  void a_full_quota_is_told_as_what_it_is_however_late_it_is_found(int bytes) throws IOException {
    String name = "/" + UUID.randomUUID();
    LandingFileSystem files = FileSystems.open(URI.create(hdfs.getURI() + name));
    files.makeDirectories("");
    hdfs.getFileSystem()
        .setQuota(new org.apache.hadoop.fs.Path(name), HdfsConstants.QUOTA_DONT_SET, 1_000);
    assertThatThrownBy(() -> files.write("full", new byte[bytes]))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("quota");
  }

  @Test
  void who_tries_in_vain_to_write_leaves_no_files_behind() throws IOException {
    String name = "/" + UUID.randomUUID();
    LandingFileSystem files = FileSystems.open(URI.create(hdfs.getURI() + name));
    files.makeDirectories(LandingZone.temporaryDirectory());
    files.makeDirectories(LandingZone.logDirectory());
    hdfs.getFileSystem()
        .setQuota(new org.apache.hadoop.fs.Path(name), HdfsConstants.QUOTA_DONT_SET, 1_000);
    Journal journal = Journal.of(files, Clock.systemUTC(), "test");
    LogEntry first = new LogEntry.Created(1, "events", "root", Granularity.HOUR, "cluster");
    for (int attempt = 0; attempt < 3; attempt++) {
      assertThatThrownBy(() -> journal.append(state -> Optional.of(first)))
          .isInstanceOf(LandingException.NotWritten.class)
          .hasMessageContaining("quota");
      assertThatThrownBy(() -> WriteProbe.require(files)).hasMessageContaining("quota");
    }
    assertThat(files.list(LandingZone.temporaryDirectory())).isEmpty();
  }
}
