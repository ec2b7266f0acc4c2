package dev.tidemark.ingest;

import dev.tidemark.landing.LandingException;
import java.util.LinkedHashSet;
import java.util.Set;

/** A failure and what caused it, the outermost first. */
record Causes(Set<Throwable> all) {
  static Causes of(Throwable failure) {
    Set<Throwable> all = new LinkedHashSet<>();
    for (Throwable t = failure; t != null && all.add(t); t = t.getCause()) {
      // Adding it is all there is to do.
    }
    return new Causes(all);
  }

  /**
   * What a person must know, in one line: what Tidemark itself says, if it does, and otherwise the
   * innermost cause. Spark's own messages hold whole stack traces.
   */
  String oneLine() {
    Throwable tells = null;
    for (Throwable t : all) {
      tells = t;
      if (t instanceof LandingException) {
        return firstLine(t);
      }
    }
    return tells.getClass().getSimpleName() + ": " + firstLine(tells);
  }

  private static String firstLine(Throwable t) {
    return String.valueOf(t.getMessage()).strip().lines().findFirst().orElse("");
  }
}
