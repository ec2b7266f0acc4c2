package dev.tidemark.landing.check;

import java.util.List;

/**
 * One thing that {@code tidemark doctor} looks at. Every module contributes its own; a check may
 * ask for what may be away, but only for as long as a person waits.
 */
public interface Check {
  /** Of what, in a word or two: {@code kafka}, {@code events: clock}. */
  String name();

  /**
   * What was found, one finding at least. Whatever is thrown is a finding too, so a check need not
   * catch what it does not know a repair for.
   */
  List<Finding> look();
}
