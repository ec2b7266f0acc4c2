package dev.tidemark.collector.config;

/** What is done with an event whose client says {@code DNT: 1} or {@code Sec-GPC: 1}. */
public enum Privacy {
  /** It is kept like any other. */
  KEEP,
  /** It is kept without the client's address. */
  ANONYMISE,
  /** It is accepted and not kept. */
  DROP
}
