package dev.tidemark.batch.process;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.hadoop.codec.ZstandardCodec;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * Compresses each page at once. Parquet's own codec makes a stream of it, which does not know how
 * little is to come and gets tables for megabytes ready each time. For one thread.
 */
final class ZstdCompressor implements BytesInputCompressor {
  private final ZstdCompressCtx zstd = new ZstdCompressCtx();
  private byte[] compressed = {};

  private ZstdCompressor(int level) {
    zstd.setLevel(level);
  }

  /** With the level that Parquet's own codec would take. */
  static ZstdCompressor of(Configuration hadoop) {
    return new ZstdCompressor(
        hadoop.getInt(
            ZstandardCodec.PARQUET_COMPRESS_ZSTD_LEVEL,
            ZstandardCodec.DEFAULT_PARQUET_COMPRESS_ZSTD_LEVEL));
  }

  /** What it gives holds until the next time. */
  @Override
  public BytesInput compress(BytesInput bytes) throws IOException {
    ByteBuffer plain = bytes.toByteBuffer(HeapByteBufferAllocator.getInstance(), copy -> {});
    int most = Math.toIntExact(Zstd.compressBound(plain.remaining()));
    if (most > compressed.length) {
      compressed = new byte[most];
    }
    int length =
        zstd.compressByteArray(
            compressed,
            0,
            most,
            plain.array(),
            plain.arrayOffset() + plain.position(),
            plain.remaining());
    return BytesInput.from(compressed, 0, length);
  }

  @Override
  public CompressionCodecName getCodecName() {
    return CompressionCodecName.ZSTD;
  }

  @Override
  public void release() {
    zstd.close();
  }
}
