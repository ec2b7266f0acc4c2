package dev.tidemark.batch.config;

/** What the output keeps of the address that the collector saw. */
public enum IpPolicy {
  /** All of it. */
  KEEP,
  /** The network: {@code /24} of an IPv4 address, {@code /48} of an IPv6 address. */
  TRUNCATE,
  /** Nothing; the column is null. */
  DROP
}
