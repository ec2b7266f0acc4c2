package dev.tidemark.landing.check;

import java.util.Optional;

/**
 * What a check found.
 *
 * @param check its name
 * @param found a sentence
 * @param repair what to do; absent where there is nothing to be done
 */
public record Finding(String check, Severity severity, String found, Optional<String> repair) {

  /** Whether somebody has to do something. */
  public enum Severity {
    OK,
    /** It works, but not for long, or not as it should. */
    WARNING,
    /** Something does not work, or will not. */
    FAILURE
  }

  public static Finding ok(String check, String found) {
    return new Finding(check, Severity.OK, found, Optional.empty());
  }

  public static Finding warning(String check, String found, String repair) {
    return new Finding(check, Severity.WARNING, found, Optional.of(repair));
  }

  public static Finding failure(String check, String found, String repair) {
    return new Finding(check, Severity.FAILURE, found, Optional.of(repair));
  }
}
