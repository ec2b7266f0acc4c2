package dev.tidemark.batch.process;

import java.nio.ByteBuffer;
import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.apache.spark.unsafe.types.UTF8String;

/** Makes fingerprints. For one thread. */
final class Fingerprints {
  private final MessageDigest sha256;
  private final byte[] digest = new byte[32];

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
    return finish();
  }

  /** Of two texts, of which it also matters where the first ends. */
  Fingerprint of(UTF8String first, UTF8String second) {
    sha256.update(first.getBytes());
    // No byte of UTF-8.
    sha256.update((byte) 0xFF);
    sha256.update(second.getBytes());
    return finish();
  }

  private Fingerprint finish() {
    try {
      sha256.digest(digest, 0, digest.length);
    } catch (DigestException e) {
      throw new IllegalStateException("A SHA-256 has 32 bytes", e);
    }
    ByteBuffer bytes = ByteBuffer.wrap(digest);
    return new Fingerprint(bytes.getLong(), bytes.getLong());
  }
}
