package dev.tidemark.collector.event;

import java.util.Locale;

/**
 * Why a single event is not kept.
 *
 * @param reason in words, for the client
 */
public record Problem(Kind kind, String reason) {
  /** Problems that are counted, and looked for, together. */
  public enum Kind {
    NOT_AN_OBJECT,
    EMPTY,
    TOO_LARGE;

    /** As it stands in records and metrics. */
    public String code() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
