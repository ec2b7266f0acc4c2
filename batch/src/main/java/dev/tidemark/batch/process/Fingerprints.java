package dev.tidemark.batch.process;

import java.nio.ByteBuffer;
import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.apache.spark.unsafe.Platform;
import org.apache.spark.unsafe.types.UTF8String;

/** Makes fingerprints. For one thread. */
final class Fingerprints {
  private final MessageDigest sha256;
  private final byte[] digest = new byte[32];
  private final ByteBuffer digestBuffer = ByteBuffer.wrap(digest);
  private byte[] texts = new byte[256];

  Fingerprints() {
    try {
      sha256 = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256", e);
    }
  }

  Fingerprint of(byte[] bytes) {
    return of(bytes, 0, bytes.length);
  }

  Fingerprint of(byte[] bytes, int from, int until) {
    sha256.update(bytes, from, until - from);
    try {
      sha256.digest(digest, 0, digest.length);
    } catch (DigestException e) {
      throw new IllegalStateException("A SHA-256 has 32 bytes", e);
    }
    return new Fingerprint(digestBuffer.getLong(0), digestBuffer.getLong(Long.BYTES));
  }

  /** Of two texts, of which it also matters where the first ends. */
  Fingerprint of(UTF8String first, UTF8String second) {
    int middle = first.numBytes();
    int length = middle + 1 + second.numBytes();
    if (length > texts.length) {
      texts = new byte[2 * length];
    }
    first.writeToMemory(texts, Platform.BYTE_ARRAY_OFFSET);
    // No byte of UTF-8.
    texts[middle] = (byte) 0xFF;
    second.writeToMemory(texts, Platform.BYTE_ARRAY_OFFSET + middle + 1);
    return of(texts, 0, length);
  }
}
