package dev.tidemark.collector.config;

import dev.tidemark.landing.config.Section;
import java.util.List;
import java.util.Set;

/**
 * What a client shows to be known, and what follows from it.
 *
 * @param key told to the client; never logged
 * @param source the name that the client's events carry
 * @param rateLimit most events a second, over some seconds; 0 is no limit
 * @param allowedOrigins origins of the web pages that may use the key; none is all
 */
public record WriteKey(
    String key, String source, int rateLimit, Set<String> allowedOrigins, Privacy privacy) {
  /** The source of everybody where no keys are configured. */
  public static final String OPEN = "open";

  private static final int MOST_EVENTS = 10_000_000;

  public WriteKey {
    allowedOrigins = Set.copyOf(allowedOrigins);
  }

  static WriteKey read(Section section) {
    WriteKey key =
        new WriteKey(
            section.requiredText("key"),
            section.requiredText("source"),
            section.integer("rate-limit", 0, 0, MOST_EVENTS),
            Set.copyOf(section.texts("allowed-origins", List.of())),
            section.choice("privacy", Privacy.KEEP));
    section.rejectUnknown();
    return key;
  }

  /** What holds for everybody where no keys are configured. */
  static WriteKey open(Privacy privacy) {
    return new WriteKey("", OPEN, 0, Set.of(), privacy);
  }

  /** Whether a web page of that origin may use the key. */
  public boolean allows(String origin) {
    return allowedOrigins.isEmpty() || allowedOrigins.contains(origin);
  }

  @Override
  public String toString() {
    return "WriteKey[source=" + source + "]";
  }
}
