package dev.tidemark.coordinator.simulation;

import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.log.Journal;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;

/**
 * One life of an actor, from its start to its end or its crash.
 *
 * @param name unique in a simulation
 * @param files the root, seen from this life
 * @param journals opens a journal
 */
record Life(
    String name, LandingFileSystem files, Clock clock, Parts parts, Supplier<Journal> journals) {

  /** A life whose every program opens a journal of its own. */
  static Life of(
      String name, LandingFileSystem files, Clock clock, Parts parts, Journal.Upkeep upkeep) {
    return new Life(name, files, clock, parts, () -> Journal.of(files, clock, name, upkeep));
  }

  /** This life with the first journal opened already. */
  Life knowing() {
    Deque<Journal> opened = new ArrayDeque<>(List.of(journal()));
    opened.element().refresh();
    return new Life(
        name, files, clock, parts, () -> opened.isEmpty() ? journal() : opened.remove());
  }

  Journal journal() {
    return journals.get();
  }
}
