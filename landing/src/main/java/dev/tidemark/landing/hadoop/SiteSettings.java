package dev.tidemark.landing.hadoop;

import org.apache.hadoop.conf.Configuration;

/** What those who run a cluster have said in its configuration. */
final class SiteSettings {
  private SiteSettings() {}

  /** Whether somebody chose a value; those that Hadoop ships are nobody's choice. */
  static boolean isChosen(Configuration configuration, String key) {
    String[] sources = configuration.getPropertySources(key);
    return sources != null
        && sources.length > 0
        && !sources[sources.length - 1].endsWith("-default.xml");
  }
}
