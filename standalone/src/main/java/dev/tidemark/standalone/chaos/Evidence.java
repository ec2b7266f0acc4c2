package dev.tidemark.standalone.chaos;

import java.util.List;
import java.util.Set;

/**
 * All that is known at the end, when everything was healed and drained.
 *
 * @param published a place for each row in {@code final}
 * @param quarantined a place for each line in quarantine
 * @param rejected the ids in the topic of rejected events, as often as they are there
 * @param audit what {@code tidemark audit} said
 * @param stuck what did not get through, a line each
 * @param retried hours that an operator had to have tried again
 * @param outcomes of the faults
 * @param usage of each member
 * @param leftovers files that are of no use any more, by area
 * @param leaked processes that were alive after all was ended
 */
record Evidence(
    Ledger.Entries ledger,
    List<Place> published,
    List<Place> quarantined,
    List<String> rejected,
    Audit audit,
    List<String> stuck,
    int retried,
    List<Outcome> outcomes,
    List<Usage> usage,
    List<Leftovers> leftovers,
    Set<Long> leaked) {

  /** What {@code tidemark audit} said. */
  record Audit(int exitCode, String output) {}

  /**
   * Files that wait to be cleaned up.
   *
   * @param most that are within bounds
   */
  record Leftovers(String area, long files, long most) {}
}
