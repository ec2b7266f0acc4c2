package dev.tidemark.coordinator.simulation;

import java.nio.charset.StandardCharsets;

/** A running 64-bit hash: of two equal ones it is taken that the same went into them. */
final class Digest {
  private static final long PRIME = 0x9E3779B97F4A7C15L;
  private long value = PRIME;

  Digest add(long number) {
    long mixed = (value + number) * PRIME;
    value = mixed ^ (mixed >>> 29);
    return this;
  }

  Digest add(String text) {
    return add(text.getBytes(StandardCharsets.UTF_8));
  }

  Digest add(byte[] bytes) {
    long hash = bytes.length;
    for (byte b : bytes) {
      hash = hash * PRIME + b;
    }
    return add(hash);
  }

  Digest copy() {
    Digest copy = new Digest();
    copy.value = value;
    return copy;
  }

  long value() {
    return value;
  }
}
