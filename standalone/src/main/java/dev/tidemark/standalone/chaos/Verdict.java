package dev.tidemark.standalone.chaos;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Whether everything held, from the evidence alone.
 *
 * @param findings what did not hold, a line each, with the ids
 */
record Verdict(List<String> findings) {
  /** Beyond the heap: classes, code, threads, buffers, and the spill's own memory. */
  static final long MEGABYTES_BEYOND_HEAP = 512;

  static final int MOST_FILES = 1_000;
  private static final int NAMED = 5;

  Verdict {
    findings = List.copyOf(findings);
  }

  boolean holds() {
    return findings.isEmpty();
  }

  static Verdict of(Evidence e) {
    List<String> findings = new ArrayList<>();
    tried(e, findings);
    events(e, findings);
    once(e, findings);
    if (e.audit().exitCode() != 0) {
      findings.add("audit ended with " + e.audit().exitCode() + ": " + e.audit().output().strip());
    }
    findings.addAll(e.stuck());
    e.outcomes().forEach(each -> each.lasting().ifPresent(findings::add));
    bounds(e, findings);
    return new Verdict(findings);
  }

  /** A run without events or without faults shows nothing. */
  private static void tried(Evidence e, List<String> findings) {
    if (e.ledger().acknowledged().isEmpty()) {
      findings.add("Nothing was acknowledged, so nothing could be lost.");
    }
    long made = e.outcomes().stream().filter(Outcome::isMade).count();
    if (2 * made < e.outcomes().size()) {
      findings.add("Only " + made + " of " + e.outcomes().size() + " faults could be made.");
    }
  }

  private static void events(Evidence e, List<String> findings) {
    Set<String> published = ids(e.published());
    Set<String> quarantined = ids(e.quarantined());
    Ledger.Entries ledger = e.ledger();
    lost(
        "acknowledged and in neither final nor quarantine",
        ledger.acknowledged(),
        union(published, quarantined),
        findings);
    lost(
        "acknowledged, cannot be processed, and not in quarantine",
        ledger.acknowledgedBad(),
        quarantined,
        findings);
    lost(
        "rejected in an answer and not in the topic of rejected events",
        ledger.rejected(),
        new HashSet<>(e.rejected()),
        findings);
    lost("in final and never sent", published, ledger.sent(), findings);
    lost("in quarantine and never sent", quarantined, ledger.sent(), findings);
    Set<String> wronglyQuarantined = new HashSet<>(quarantined);
    wronglyQuarantined.retainAll(ledger.acknowledged());
    named("in quarantine though nothing is wrong with it", wronglyQuarantined, findings);
    Set<String> wronglyPublished = new HashSet<>(published);
    wronglyPublished.retainAll(ledger.acknowledgedBad());
    named("in final though it cannot be processed", wronglyPublished, findings);
  }

  private static void once(Evidence e, List<String> findings) {
    named(
        "more than once in a partition of final",
        repeated(e.published(), p -> p.id() + " in " + p.partition()),
        findings);
    named("more than once in quarantine", repeated(e.quarantined(), Place::record), findings);
  }

  private static void bounds(Evidence e, List<String> findings) {
    for (Usage u : e.usage()) {
      if (u.megabytes() > u.heapMegabytes() + MEGABYTES_BEYOND_HEAP) {
        findings.add(
            u.member()
                + " took "
                + u.megabytes()
                + " MB with a heap of "
                + u.heapMegabytes()
                + " MB.");
      }
      if (u.files() > MOST_FILES) {
        findings.add(u.member() + " had " + u.files() + " files open.");
      }
    }
    for (Evidence.Leftovers l : e.leftovers()) {
      if (l.files() > l.most()) {
        findings.add(
            l.files()
                + " files are left in "
                + l.area()
                + "; "
                + l.most()
                + " would be within bounds.");
      }
    }
    if (!e.leaked().isEmpty()) {
      findings.add("Processes were left behind: " + e.leaked());
    }
  }

  private static void lost(
      String what, Set<String> wanted, Set<String> there, List<String> findings) {
    Set<String> missing = new HashSet<>(wanted);
    missing.removeAll(there);
    named(what, missing, findings);
  }

  private static void named(String what, Collection<String> ids, List<String> findings) {
    if (!ids.isEmpty()) {
      String some = ids.stream().sorted().limit(NAMED).collect(Collectors.joining(", "));
      findings.add(ids.size() + " " + what + ": " + some + (ids.size() > NAMED ? ", …" : ""));
    }
  }

  private static Set<String> repeated(List<Place> places, Function<Place, String> key) {
    Map<String, Integer> counts = new HashMap<>();
    places.forEach(p -> counts.merge(key.apply(p), 1, Integer::sum));
    return counts.entrySet().stream()
        .filter(c -> c.getValue() > 1)
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }

  private static Set<String> ids(List<Place> places) {
    return places.stream().map(Place::id).collect(Collectors.toSet());
  }

  private static Set<String> union(Set<String> one, Set<String> other) {
    Set<String> all = new HashSet<>(one);
    all.addAll(other);
    return all;
  }
}
