package dev.tidemark.landing.hadoop;

import dev.tidemark.landing.fs.LandingFileSystem;
import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.Options.CreateOpts;
import org.apache.hadoop.fs.Path;

/**
 * HDFS for large files that are written and read from end to end. Its defaults, a checksum every
 * 512 bytes and packets of 64 KiB, serve random reads; a quarter of the CPU time of writing goes
 * into them. Packets are a quarter of a megabyte, so that in a small heap G1 does not take them for
 * humongous objects. What the site's configuration says about packets stands.
 */
final class LargeFiles {
  private static final String PACKET_BYTES = "dfs.client-write-packet-size";
  private static final String PACKETS_IN_FLIGHT = "dfs.client.write.max-packets-in-flight";
  private static final short CHECKSUM_BYTES = 8192;

  private LargeFiles() {}

  static LandingFileSystem open(URI root, Configuration configuration) throws IOException {
    FileContext context = FileContext.getFileContext(root, withLargePackets(configuration));
    long blockBytes =
        context.getDefaultFileSystem().getServerDefaults(new Path(root)).getBlockSize();
    return new HadoopFiles(root, context, chunks(blockBytes));
  }

  /** HDFS refuses a file whose blocks are not whole chunks. */
  static CreateOpts[] chunks(long blockBytes) {
    return blockBytes % CHECKSUM_BYTES == 0
        ? new CreateOpts[] {CreateOpts.bytesPerChecksum(CHECKSUM_BYTES)}
        : new CreateOpts[0];
  }

  /** As many bytes are in flight to a DataNode as by default, in fewer packets. */
  static Configuration withLargePackets(Configuration configuration) {
    if (SiteSettings.isChosen(configuration, PACKET_BYTES)
        || SiteSettings.isChosen(configuration, PACKETS_IN_FLIGHT)) {
      return configuration;
    }
    Configuration large = new Configuration(configuration);
    large.setInt(PACKET_BYTES, 256 * 1024);
    large.setInt(PACKETS_IN_FLIGHT, 20);
    return large;
  }
}
