package dev.tidemark.collector.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The write keys that are in force, and what holds where there are none. */
public final class KeySet {
  private final Map<String, WriteKey> byKey = new LinkedHashMap<>();
  private final WriteKey open;

  KeySet(List<WriteKey> keys, WriteKey open) {
    keys.forEach(k -> byKey.put(k.key(), k));
    this.open = open;
  }

  /** Whether everybody may send. */
  public boolean isOpen() {
    return byKey.isEmpty();
  }

  /** What holds for everybody, if {@link #isOpen}. */
  public WriteKey open() {
    return open;
  }

  public Optional<WriteKey> find(String key) {
    return Optional.ofNullable(byKey.get(key));
  }

  /** All keys, none of them if everybody may send. */
  public List<WriteKey> all() {
    return List.copyOf(byKey.values());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof KeySet o && byKey.equals(o.byKey) && open.equals(o.open);
  }

  @Override
  public int hashCode() {
    return byKey.hashCode();
  }

  @Override
  public String toString() {
    return "KeySet" + byKey.values();
  }
}
