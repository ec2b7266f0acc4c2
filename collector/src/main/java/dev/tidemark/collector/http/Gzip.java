package dev.tidemark.collector.http;

import dev.tidemark.collector.event.UnacceptableException;
import dev.tidemark.collector.event.UnacceptableException.Kind;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.zip.GZIPInputStream;

/**
 * Unpacks bodies that begin as gzip does, whatever the headers say: some clients label them
 * wrongly, some proxies unpack and leave the label. No JSON begins so.
 */
final class Gzip {
  private static final int CHUNK = 16 * 1024;

  private Gzip() {}

  static boolean isPacked(byte[] bytes, int length) {
    return length >= 2 && bytes[0] == (byte) 0x1F && bytes[1] == (byte) 0x8B;
  }

  /**
   * Unpacks, and stops as soon as the limit is passed.
   *
   * @param most largest size unpacked, in bytes
   */
  static byte[] unpack(byte[] packed, int length, int most) throws UnacceptableException {
    ByteArrayOutputStream unpacked = new ByteArrayOutputStream(Math.min(most, 4 * length));
    byte[] chunk = new byte[CHUNK];
    try (GZIPInputStream input =
        new GZIPInputStream(new ByteArrayInputStream(packed, 0, length), CHUNK)) {
      for (int read = input.read(chunk); read >= 0; read = input.read(chunk)) {
        if (unpacked.size() + read > most) {
          throw new UnacceptableException(
              Kind.TOO_LARGE, "the unpacked body is larger than the limit of " + most + " bytes");
        }
        unpacked.write(chunk, 0, read);
      }
    } catch (IOException e) {
      throw new UnacceptableException(Kind.MALFORMED, "not complete gzip data");
    }
    return unpacked.toByteArray();
  }
}
