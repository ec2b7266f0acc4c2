package dev.tidemark.collector.config;

import dev.tidemark.landing.config.Section;

/**
 * What a client shows to be known.
 *
 * @param key told to the client; never logged
 * @param source the name that the client's events carry
 */
public record WriteKey(String key, String source) {
  static WriteKey read(Section section) {
    WriteKey key = new WriteKey(section.requiredText("key"), section.requiredText("source"));
    section.rejectUnknown();
    return key;
  }

  @Override
  public String toString() {
    return "WriteKey[source=" + source + "]";
  }
}
