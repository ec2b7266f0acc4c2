package dev.tidemark.collector.config;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * An address, or a range in CIDR notation: {@code 10.0.0.0/8}, {@code 2001:db8::/32}. Names are
 * never looked up.
 *
 * @param prefix leading bits that must agree
 */
public record Network(InetAddress address, int prefix) {
  static final String RULE = "must be IP addresses or ranges such as 10.0.0.0/8";

  private static final Pattern IPV4 = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");
  private static final Pattern IPV6 = Pattern.compile("[0-9a-fA-F:]*:[0-9a-fA-F:.]*");

  /** Reads an address or a range. */
  public static Optional<Network> parse(String text) {
    String[] parts = text.split("/", 2);
    return parseAddress(parts[0])
        .flatMap(
            address -> {
              int bits = address.getAddress().length * 8;
              if (parts.length == 1) {
                return Optional.of(new Network(address, bits));
              }
              return Optional.of(parts[1])
                  .filter(p -> p.matches("\\d{1,3}") && Integer.parseInt(p) <= bits)
                  .map(p -> new Network(address, Integer.parseInt(p)));
            });
  }

  /** Reads an IPv4 or IPv6 address in figures; an IPv4 address mapped into IPv6 is IPv4. */
  public static Optional<InetAddress> parseAddress(String text) {
    if (!IPV4.matcher(text).matches() && !IPV6.matcher(text).matches()) {
      return Optional.empty();
    }
    try {
      return Optional.of(InetAddress.getByName(text));
    } catch (UnknownHostException e) {
      return Optional.empty();
    }
  }

  public boolean contains(InetAddress other) {
    byte[] mine = address.getAddress();
    byte[] its = other.getAddress();
    if (mine.length != its.length) {
      return false;
    }
    for (int bit = 0; bit < prefix; bit++) {
      int mask = 0x80 >> (bit & 7);
      if (((mine[bit >> 3] ^ its[bit >> 3]) & mask) != 0) {
        return false;
      }
    }
    return true;
  }
}
