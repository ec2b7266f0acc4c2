package dev.tidemark.coordinator.operations;

import dev.tidemark.landing.LandingJson;
import java.io.IOException;
import java.util.Base64;

/**
 * Where the reading of a partition's quarantined lines goes on. Its text says nothing to whoever
 * holds it.
 *
 * @param attempt that made the revision whose lines are read
 * @param file name of the next line's file
 * @param offset of its first byte
 */
record QuarantineCursor(String attempt, String file, long offset) {

  /**
   * From its text.
   *
   * @throws IllegalArgumentException if it is none
   */
  static QuarantineCursor parse(String text) {
    try {
      QuarantineCursor cursor =
          LandingJson.readKnown(Base64.getUrlDecoder().decode(text), QuarantineCursor.class);
      if (cursor.attempt() != null && cursor.file() != null && cursor.offset() >= 0) {
        return cursor;
      }
    } catch (IOException | IllegalArgumentException e) {
      throw notOne(e);
    }
    throw notOne(null);
  }

  static IllegalArgumentException notOne(Exception cause) {
    return new IllegalArgumentException(
        "'cursor' must be the 'next' of the answer before, as it was given.", cause);
  }

  @Override
  public String toString() {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(LandingJson.write(this));
  }
}
