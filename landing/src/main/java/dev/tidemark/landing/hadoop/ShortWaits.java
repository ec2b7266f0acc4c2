package dev.tidemark.landing.hadoop;

import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/**
 * How soon a writer asks the NameNode again whether its file is complete. A DataNode reports the
 * last block within milliseconds, but HDFS's client asks a second time after 400; every entry of
 * the landing log, and so every step of a partition, would wait that long. Here it asks after 5,
 * then after twice as long each time, 20 seconds in all instead of 12. What the site's
 * configuration says stands.
 */
public final class ShortWaits {
  private static final String BLOCK = "dfs.client.block.write.locateFollowingBlock.";
  private static final Map<String, Integer> SETTINGS =
      Map.of(BLOCK + "initial.delay.ms", 5, BLOCK + "retries", 12);

  private ShortWaits() {}

  /** A copy with short waits. */
  static Configuration in(Configuration configuration) {
    Configuration copy = new Configuration(configuration);
    addTo(copy);
    return copy;
  }

  /** Adds them to settings from which others, such as Spark, open HDFS. */
  public static void addTo(Configuration configuration) {
    if (SETTINGS.keySet().stream().noneMatch(key -> SiteSettings.isChosen(configuration, key))) {
      SETTINGS.forEach(configuration::setInt);
    }
  }
}
