package dev.tidemark.collector.http;

/** How far a server is on its way down; only {@code CLOSING} refuses events. */
enum Serving {
  /** Takes events. */
  OPEN,
  /** Takes events and says that it will soon not. */
  DRAINING,
  /** Finishes what it has. */
  CLOSING
}
