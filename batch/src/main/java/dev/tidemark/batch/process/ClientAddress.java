package dev.tidemark.batch.process;

import dev.tidemark.batch.config.IpPolicy;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The address of a client, made less exact: the first 24 bits of an IPv4 address, the first 48 of
 * an IPv6 address, which is about what a provider gives to one site. What is no address is dropped,
 * for nobody can say what a part of it tells.
 */
final class ClientAddress {
  // Nothing that matches is ever looked up as a name.
  private static final Pattern LITERAL =
      Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}|[0-9a-fA-F.]*:[0-9a-fA-F.:]*");

  private ClientAddress() {}

  /** What is kept of it; null if that is nothing. */
  static String kept(String address, IpPolicy policy) {
    return switch (policy) {
      case KEEP -> address;
      case DROP -> null;
      case TRUNCATE -> address == null ? null : truncated(address);
    };
  }

  private static String truncated(String address) {
    if (!LITERAL.matcher(address).matches()) {
      return null;
    }
    try {
      InetAddress parsed = InetAddress.getByName(address);
      byte[] bytes = parsed.getAddress();
      // An IPv4 address inside an IPv6 one comes out as IPv4.
      return parsed instanceof Inet4Address
          ? (bytes[0] & 0xff) + "." + (bytes[1] & 0xff) + "." + (bytes[2] & 0xff) + ".0"
          : firstGroups(bytes);
    } catch (UnknownHostException e) {
      return null;
    }
  }

  /** Three groups and {@code ::}, in the form of RFC 5952. */
  private static String firstGroups(byte[] bytes) {
    List<String> groups = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      groups.add(Integer.toHexString((bytes[2 * i] & 0xff) << 8 | (bytes[2 * i + 1] & 0xff)));
    }
    while (!groups.isEmpty() && groups.get(groups.size() - 1).equals("0")) {
      groups.remove(groups.size() - 1);
    }
    return String.join(":", groups) + "::";
  }
}
