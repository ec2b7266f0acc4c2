package dev.tidemark.collector.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.collector.config.Network;
import java.net.InetAddress;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClientAddressTest {
  private final ClientAddress behindProxies =
      new ClientAddress(
          Stream.of("10.0.0.0/9", "2001:db8::/33", "192.0.2.1")
              .flatMap(n -> Network.parse(n).stream())
              .toList());

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "203.0.113.9 | 198.51.100.1 | 203.0.113.9",
        "10.0.0.1 | 198.51.100.1 | 198.51.100.1",
        "10.127.0.1 | 1.1.1.1, 198.51.100.1 , 10.0.0.2 | 198.51.100.1",
        "10.128.0.1 | 198.51.100.1 | 10.128.0.1",
        "192.0.2.1 | 198.51.100.1:4711 | 198.51.100.1",
        "192.0.2.2 | 198.51.100.1 | 192.0.2.2",
        "2001:db8:7fff::1 | [2001:db9::5]:443 | 2001:db9:0:0:0:0:0:5",
        "10.0.0.1 | 10.0.0.3, 10.0.0.2 | 10.0.0.3",
        "10.0.0.1 | 198.51.100.1, unknown | 10.0.0.1",
        "10.0.0.1 | 198.51.100.1, localhost | 10.0.0.1",
        "10.0.0.1 | ::ffff:198.51.100.1 | 198.51.100.1",
      })
  void the_rightmost_hop_that_is_no_proxy_of_ours_is_the_client(
      String peer, String forwarded, String client) throws Exception {
    assertThat(behindProxies.of(InetAddress.getByName(peer), List.of(forwarded))).isEqualTo(client);
  }

  @Test
  void several_headers_are_one_list_and_none_is_the_peer() throws Exception {
    InetAddress peer = InetAddress.getByName("10.0.0.1");
    assertThat(behindProxies.of(peer, List.of("1.1.1.1", "198.51.100.1")))
        .isEqualTo("198.51.100.1");
    assertThat(behindProxies.of(peer, List.of())).isEqualTo("10.0.0.1");
    assertThat(new ClientAddress(List.of()).of(peer, List.of("1.1.1.1"))).isEqualTo("10.0.0.1");
  }
}
