package dev.tidemark.coordinator.config;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** What others can be told of a dataset. */
public enum EventType {
  /** A partition has its first revision. */
  PUBLISHED,
  /** A later revision took the place of one. */
  RESTATED,
  /** An action failed and waits for a person. */
  FAILED,
  /** A partition was not published in the time that was promised. */
  SERVICE_LEVEL,
  /** Entries of the log were cleaned up before the target was told of them. Always told. */
  MISSED;

  /** As in the configuration and in JSON: {@code service-level}. */
  @JsonValue
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
