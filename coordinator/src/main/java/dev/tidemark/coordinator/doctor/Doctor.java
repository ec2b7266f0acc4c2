package dev.tidemark.coordinator.doctor;

import dev.tidemark.batch.config.BatchConfig;
import dev.tidemark.coordinator.config.CoordinatorConfig;
import dev.tidemark.coordinator.operations.Operations;
import dev.tidemark.landing.WithoutTrace;
import dev.tidemark.landing.check.Check;
import dev.tidemark.landing.check.ClockCheck;
import dev.tidemark.landing.check.Finding;
import dev.tidemark.landing.check.JavaCheck;
import dev.tidemark.landing.check.RenameCheck;
import dev.tidemark.landing.check.RightsCheck;
import dev.tidemark.landing.check.SpaceCheck;
import dev.tidemark.landing.config.DatasetConfig;
import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.log.Journal;
import dev.tidemark.landing.log.LandingLog;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes the checks of hosts and roots, and looks at all. A root that cannot be reached is one
 * finding: nothing else is asked of it then.
 */
public final class Doctor {
  /** Where no service level was promised. */
  private static final Duration PUBLISHED_WITHIN = Duration.ofHours(1);

  private final Clock clock;

  public Doctor(Clock clock) {
    this.clock = clock;
  }

  /** What concerns no root. */
  public List<Check> ofHost(BatchConfig batch) {
    return List.of(
        new JavaCheck(Runtime.version().feature()), new EventTypesCheck(batch.eventTypesDir()));
  }

  /** What concerns one root, in the order in which trouble with one makes the next pointless. */
  public List<Check> ofRoot(
      DatasetConfig dataset, CoordinatorConfig config, LandingFileSystem files) {
    Journal journal = Journal.of(files, clock, "doctor");
    EntryTimes times = new EntryTimes(new LandingLog(files), clock);
    List<Check> checks = new ArrayList<>();
    SpaceCheck space = new SpaceCheck(dataset.name(), files);
    checks.add(space);
    if (space.hasRoom()) {
      checks.add(new RightsCheck(dataset.name(), files));
      checks.add(new RenameCheck(dataset.name(), files));
      checks.add(new ClockCheck(dataset.name(), files, clock, dataset.delay()));
    }
    checks.add(new LogCheck(dataset, journal, times));
    if (hasLog(journal)) {
      if (space.hasRoom()) {
        checks.add(new LandingCheck(dataset, journal, times, clock));
      }
      Operations operations = new Operations(dataset, journal, clock);
      checks.add(
          new PartitionsCheck(
              dataset,
              operations,
              times,
              config.serviceLevel().orElse(PUBLISHED_WITHIN.plus(dataset.grace())),
              clock));
      checks.add(new QuarantineCheck(dataset, operations));
    }
    return checks;
  }

  /** Whether there is a log that says something; why there is not, its own check finds out. */
  private static boolean hasLog(Journal journal) {
    try {
      return journal.refresh().created().isPresent();
    } catch (RuntimeException e) {
      return false;
    }
  }

  /** Whether the file system of a root answers. */
  public static Finding reach(DatasetConfig dataset, LandingFileSystem files) {
    String name = dataset.name() + ": root";
    try {
      boolean made = files.stat("_landing").isPresent();
      return Finding.ok(
          name, dataset.root() + " is reached" + (made ? "." : "; nothing was landed in it yet."));
    } catch (IOException | RuntimeException e) {
      return Finding.failure(
          name,
          dataset.root() + " cannot be reached: " + WithoutTrace.of(e),
          "See whether its file system runs, and 'root' and Hadoop's configuration are right.");
    }
  }

  /** Looks; what a check throws is what it found. */
  public static List<Finding> look(List<Check> checks) {
    List<Finding> findings = new ArrayList<>();
    for (Check check : checks) {
      try {
        findings.addAll(check.look());
      } catch (RuntimeException e) {
        findings.add(
            Finding.failure(
                check.name(),
                WithoutTrace.of(e),
                "Remove the cause that the message names, and look again."));
      }
    }
    return findings;
  }
}
