package dev.tidemark.coordinator.notify;

import dev.tidemark.coordinator.config.CoordinatorConfig;
import dev.tidemark.coordinator.config.NotifyConfig;
import dev.tidemark.landing.check.Check;
import dev.tidemark.landing.check.Finding;
import dev.tidemark.landing.config.DatasetConfig;
import dev.tidemark.landing.fs.LandingFileSystem;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Whether a target is told what happens, and was told everything. */
public final class TargetCheck implements Check {
  /** So long a coordinator may take to go on after another. */
  private static final Duration BETWEEN = Duration.ofMinutes(1);

  private final DatasetConfig dataset;
  private final NotifyConfig target;
  private final Positions positions;
  private final Notifiers.Wiring wiring;
  private final Clock clock;

  private TargetCheck(
      DatasetConfig dataset,
      NotifyConfig target,
      Positions positions,
      Notifiers.Wiring wiring,
      Clock clock) {
    this.dataset = dataset;
    this.target = target;
    this.positions = positions;
    this.wiring = wiring;
    this.clock = clock;
  }

  /** One for each target that is told of the dataset. */
  public static List<Check> of(
      DatasetConfig dataset,
      CoordinatorConfig config,
      List<NotifyConfig> targets,
      LandingFileSystem files,
      Clock clock) {
    Notifiers.Wiring wiring = new Notifiers.Wiring(dataset, config, files, clock);
    return targets.stream()
        .filter(t -> t.isFor(dataset.name()))
        .map(t -> new TargetCheck(dataset, t, new Positions(files, t.name()), wiring, clock))
        .collect(Collectors.toUnmodifiableList());
  }

  @Override
  public String name() {
    return dataset.name() + ": notify " + target.name();
  }

  @Override
  public List<Finding> look() {
    return List.of(find());
  }

  private Finding find() {
    Optional<Position> position = positions.newest().map(Positions.Step::position);
    if (position.isEmpty()) {
      return Finding.warning(
          name(),
          "It was never told anything.",
          "Restart the coordinators: none has run with this target in its configuration.");
    }
    Position at = position.get();
    if (at.until().plus(BETWEEN).isBefore(clock.instant())) {
      return Finding.warning(
          name(),
          "No coordinator tells it since " + at.until() + ".",
          "Start a coordinator with this target in its configuration.");
    }
    return wiring
        .feed(Optional.of(at.place()), target.on())
        .next(clock.instant())
        .flatMap(Feed.Item::event)
        .map(
            event ->
                Finding.warning(
                    name(),
                    "It was not told " + event + " yet, and what follows waits.",
                    "Its name in the coordinators' log leads to why; see 'A target is not told' in"
                        + " docs/operations.md."))
        .orElseGet(
            () ->
                Finding.ok(
                    name(), "It was told everything up to version " + at.place().version() + "."));
  }
}
