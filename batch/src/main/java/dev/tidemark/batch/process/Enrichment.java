package dev.tidemark.batch.process;

import dev.tidemark.batch.config.IpPolicy;
import java.io.Serializable;
import org.apache.spark.unsafe.types.UTF8String;

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
    if (ip == IpPolicy.KEEP || event.ip() == null) {
      return event;
    }
    return event.withIp(UTF8String.fromString(ClientAddress.kept(event.ip().toString(), ip)));
  }

  /** The hash of a configuration: the event types and what is done to every event. */
  String hash(EventTypes types) {
    return EventTypes.sha256(types.hash() + "\nip\t" + ip);
  }
}
