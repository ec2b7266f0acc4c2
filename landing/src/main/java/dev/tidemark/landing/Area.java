package dev.tidemark.landing;

import java.util.Locale;

/** A top directory of a root in which generations or published partitions live. */
public enum Area {
  RAW,
  LATE,
  STAGE,
  ARCHIVE,
  FINAL;

  /** Its directory, relative to the root. */
  public String directory() {
    return name().toLowerCase(Locale.ROOT);
  }
}
