package dev.tidemark.standalone.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * All faults of a kind.
 *
 * @param times that it was made
 * @param notMade times that it could not be made, because of another one
 * @param median time from its healing to recovery, beside all other faults; likewise the worst
 */
record Recovered(
    FaultKind kind, int times, int notMade, Optional<Duration> median, Optional<Duration> worst) {

  /** One for each kind that was tried, in the order of kinds. */
  static List<Recovered> of(List<Outcome> outcomes) {
    List<Recovered> all = new ArrayList<>();
    for (FaultKind kind : FaultKind.values()) {
      List<Outcome> mine = outcomes.stream().filter(o -> o.kind() == kind).toList();
      if (!mine.isEmpty()) {
        all.add(of(kind, mine));
      }
    }
    return all;
  }

  private static Recovered of(FaultKind kind, List<Outcome> mine) {
    int made = (int) mine.stream().filter(Outcome::isMade).count();
    List<Duration> times =
        kind.service() == Service.NONE
            ? List.of()
            : mine.stream().map(Outcome::recovery).flatMap(Optional::stream).sorted().toList();
    return new Recovered(
        kind,
        made,
        mine.size() - made,
        times.isEmpty() ? Optional.empty() : Optional.of(times.get((times.size() - 1) / 2)),
        times.isEmpty() ? Optional.empty() : Optional.of(times.get(times.size() - 1)));
  }
}
