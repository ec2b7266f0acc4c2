package dev.tidemark.landing.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShortWaitsTest {
  private static final String DELAY =
      "dfs.client.block.write.locateFollowingBlock.initial.delay.ms";
  private static final String RETRIES = "dfs.client.block.write.locateFollowingBlock.retries";

  @Test
  void it_is_asked_sooner_and_no_less_patiently_than_by_default() {
    Configuration site = new Configuration();
    Configuration waits = ShortWaits.in(site);
    assertThat(patience(waits.getInt(DELAY, 0), waits.getInt(RETRIES, 0)))
        .isGreaterThanOrEqualTo(patience(400, 5));
    assertThat(waits.getInt(DELAY, 0)).isLessThan(400);
    assertThat(site.get(DELAY)).as("the site's own is left alone").isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {DELAY, RETRIES})
  void what_the_site_says_stands(String key) {
    Configuration site = new Configuration();
    String xml =
        "<configuration><property><name>%s</name><value>7</value></property></configuration>";
    site.addResource(
        new ByteArrayInputStream(xml.formatted(key).getBytes(StandardCharsets.UTF_8)),
        "hdfs-site.xml");
    Configuration waits = ShortWaits.in(site);
    assertThat(waits.get(key)).isEqualTo("7");
    assertThat(waits.get(key.equals(DELAY) ? RETRIES : DELAY)).isNull();
  }

  /** Milliseconds, each wait twice the one before. */
  private static long patience(long delay, int retries) {
    return delay * ((1L << retries) - 1);
  }
}
