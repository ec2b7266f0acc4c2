package dev.tidemark.landing.config;

import java.util.ArrayList;
import java.util.List;

/** Collects what is wrong with a configuration, so that a user learns of everything at once. */
public final class Problems {
  private final List<String> found = new ArrayList<>();

  /** Says that the value of {@code key} breaks {@code rule}: {@code 'a.b' must be …. Found: x.} */
  public void add(String key, String rule, Object value) {
    found.add("'" + key + "' " + rule + ". Found: " + value + ".");
  }

  public void add(String sentence) {
    found.add(sentence);
  }

  /**
   * Does nothing if no problem was added.
   *
   * @throws ConfigException with every problem
   */
  public void throwIfAny() {
    if (!found.isEmpty()) {
      throw new ConfigException(found);
    }
  }
}
