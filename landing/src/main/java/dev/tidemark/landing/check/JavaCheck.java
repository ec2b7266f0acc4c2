package dev.tidemark.landing.check;

import java.util.List;

/** The Java that runs this. */
public final class JavaCheck implements Check {
  private static final int LEAST = 17;

  private final int feature;

  public JavaCheck(int feature) {
    this.feature = feature;
  }

  @Override
  public String name() {
    return "java";
  }

  @Override
  public List<Finding> look() {
    return List.of(
        feature >= LEAST
            ? Finding.ok(name(), "Java " + feature + ".")
            : Finding.failure(
                name(),
                "Java " + feature + " is too old.",
                "Install Java " + LEAST + " or newer, or set JAVA_HOME to it."));
  }
}
