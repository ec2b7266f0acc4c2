package dev.tidemark.collector.http;

import dev.tidemark.collector.config.Network;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;

/**
 * Where a request came from: the peer of the connection, or, if that is a trusted proxy, the
 * rightmost address in {@code X-Forwarded-For} that is not one. What stands left of it may be
 * anybody's invention.
 */
record ClientAddress(List<Network> trustedProxies) {

  /**
   * The client's address.
   *
   * @param forwarded the values of {@code X-Forwarded-For} in their order
   * @return an address in figures
   */
  String of(InetAddress peer, List<String> forwarded) {
    if (trustedProxies.isEmpty()) {
      return text(peer);
    }
    String[] hops = String.join(",", forwarded).split(",", -1);
    InetAddress client = peer;
    for (int i = hops.length - 1; i >= 0 && isTrusted(client); i--) {
      Optional<InetAddress> hop = Network.parseAddress(withoutPort(hops[i].trim()));
      if (hop.isEmpty()) {
        break;
      }
      client = hop.get();
    }
    return text(client);
  }

  private boolean isTrusted(InetAddress address) {
    return trustedProxies.stream().anyMatch(n -> n.contains(address));
  }

  private static String withoutPort(String hop) {
    if (hop.startsWith("[")) {
      int close = hop.indexOf(']');
      return close < 0 ? hop : hop.substring(1, close);
    }
    int colon = hop.indexOf(':');
    return colon >= 0 && colon == hop.lastIndexOf(':') ? hop.substring(0, colon) : hop;
  }

  private static String text(InetAddress address) {
    String text = address.getHostAddress();
    int scope = text.indexOf('%');
    return scope < 0 ? text : text.substring(0, scope);
  }
}
