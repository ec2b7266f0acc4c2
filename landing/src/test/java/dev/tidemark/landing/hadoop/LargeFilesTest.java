package dev.tidemark.landing.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LargeFilesTest {
  @Test
  void as_much_is_in_flight_as_by_default_in_larger_packets() {
    Configuration site = new Configuration();
    Configuration large = LargeFiles.withLargePackets(site);
    assertThat(large.getInt("dfs.client-write-packet-size", 0)).isEqualTo(256 * 1024);
    assertThat(
            large.getLong("dfs.client-write-packet-size", 0)
                * large.getLong("dfs.client.write.max-packets-in-flight", 0))
        .isEqualTo(80 * 65536);
    assertThat(site.getPropertySources("dfs.client.write.max-packets-in-flight"))
        .as("the site's own is left alone")
        .isNull();
  }

  @Test
  void a_default_that_hadoop_ships_is_no_choice_of_the_sites() {
    Configuration site = new Configuration();
    site.addResource(xml("dfs.client-write-packet-size", "65536"), "hdfs-default.xml");
    assertThat(LargeFiles.withLargePackets(site).getInt("dfs.client-write-packet-size", 0))
        .isEqualTo(256 * 1024);
  }

  @ParameterizedTest
  @ValueSource(strings = {"dfs.client-write-packet-size", "dfs.client.write.max-packets-in-flight"})
  void what_the_site_says_about_packets_stands(String key) {
    Configuration site = new Configuration();
    site.addResource(xml(key, "123456"), "hdfs-site.xml");
    assertThat(LargeFiles.withLargePackets(site)).isSameAs(site);
  }

  @Test
  void chunks_are_large_where_blocks_are_whole_chunks() {
    assertThat(LargeFiles.chunks(128 << 20)).hasSize(1);
    assertThat(LargeFiles.chunks((1 << 20) + 512)).isEmpty();
  }

  private static ByteArrayInputStream xml(String key, String value) {
    return new ByteArrayInputStream(
        "<configuration><property><name>%s</name><value>%s</value></property></configuration>"
            .formatted(key, value)
            .getBytes(StandardCharsets.UTF_8));
  }
}
