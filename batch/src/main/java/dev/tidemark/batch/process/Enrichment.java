package dev.tidemark.batch.process;

import dev.tidemark.batch.config.IpPolicy;
import java.io.Serializable;

/**
 * What happens to an event after it was read and before it is written; the one place for it. What
 * is derived from the address or the user agent (a country, a device) belongs here too, before the
 * address is made less exact, and everything that it depends on belongs into {@link #hash}. It
 * never decides which events are repeats, and never loses one.
 *
 * @param ip what is kept of the address that the collector saw
 */
record Enrichment(IpPolicy ip) implements Serializable {

  ParsedLine.Event of(ParsedLine.Event event) {
    return event.withIp(ClientAddress.kept(event.ip(), ip));
  }

  /** The hash of a configuration: the event types and what is done to every event. */
  String hash(EventTypes types) {
    return EventTypes.sha256(types.hash() + "\nip\t" + ip);
  }
}
