package dev.tidemark.batch.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.batch.config.IpPolicy;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("locale")
class ClientAddressTest {
  @ParameterizedTest
  @CsvSource({
    "203.0.113.7, 203.0.113.0",
    "255.255.255.255, 255.255.255.0",
    "0.0.0.0, 0.0.0.0",
    "2001:db8:1234:5678:9abc:def0:1234:5678, 2001:db8:1234::",
    "2001:DB8::1, 2001:db8::",
    "2001:0:1::1, 2001:0:1::",
    "::1, ::",
    "::ffff:203.0.113.7, 203.0.113.0",
    "fe80::1, fe80::"
  })
  void the_network_of_an_address_is_kept(String address, String expected) {
    assertThat(ClientAddress.kept(address, IpPolicy.TRUNCATE)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "localhost",
        "203.0.113",
        "203.0.113.700",
        "203.0.113.7, 198.51.100.1",
        "203.0.113.7:8080",
        "[2001:db8::1]",
        "fe80::1%eth0",
        "1:2:3",
        ":::",
        "example.org"
      })
  void what_is_no_address_is_not_kept_in_part(String text) {
    assertThat(ClientAddress.kept(text, IpPolicy.TRUNCATE)).isNull();
  }

  @Test
  void the_policy_decides() {
    assertThat(ClientAddress.kept("203.0.113.7", IpPolicy.KEEP)).isEqualTo("203.0.113.7");
    assertThat(ClientAddress.kept("anything", IpPolicy.KEEP)).isEqualTo("anything");
    assertThat(ClientAddress.kept("203.0.113.7", IpPolicy.DROP)).isNull();
    for (IpPolicy policy : IpPolicy.values()) {
      assertThat(ClientAddress.kept(null, policy)).isNull();
    }
  }
}
