package dev.tidemark.coordinator.live;

import dev.tidemark.landing.config.DatasetConfig;
import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.log.LandingState;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Optional;

/** What can be looked at of one dataset. Safe for several threads. */
public final class Live implements AutoCloseable {
  private final DatasetConfig dataset;
  private final Optional<Duration> serviceLevel;
  private final Clock clock;
  private final Cells cells;
  private final ChangeFeed changes;

  /**
   * Of a dataset.
   *
   * @param serviceLevel within which publication was promised
   */
  public Live(
      DatasetConfig dataset,
      LandingFileSystem files,
      Optional<Duration> serviceLevel,
      Clock clock) {
    this.dataset = dataset;
    this.serviceLevel = serviceLevel;
    this.clock = clock;
    this.cells = new Cells(files);
    this.changes = new ChangeFeed(dataset.name(), cells, clock);
  }

  /**
   * The partitions of some days.
   *
   * @param to exclusive
   * @throws dev.tidemark.landing.LandingException.Unavailable if the file system does not answer
   */
  public Grid grid(LocalDate from, LocalDate to) {
    return new GridSearch(dataset.granularity(), cells)
        .find(cells.log().newest(), clock.instant(), from, to);
  }

  /**
   * How much flowed in the last minutes.
   *
   * @throws dev.tidemark.landing.LandingException.Unavailable if the file system does not answer
   */
  public Flow flow(int minutes, CollectorWatch collectors) {
    LandingState state = cells.log().newest();
    Instant now = clock.instant();
    Steps steps = Steps.of(now, minutes);
    FlowChart chart = new FlowChart(dataset, state, cells.log().since(steps.from()));
    Optional<Instant> knownFrom = chart.knownFrom(now).filter(k -> k.isAfter(steps.from()));
    return new Flow(
        now,
        state.version(),
        steps.from(),
        steps.step().toSeconds(),
        knownFrom,
        collectors.received(steps),
        chart.landed(steps, knownFrom),
        chart.published(steps, knownFrom),
        state.watermark(),
        chart.sources(),
        chart.lags(steps),
        chart.delays(cells.look(state, now), now),
        serviceLevel.map(Duration::toSeconds),
        collectors.readings());
  }

  /** Those who are told what changes. */
  public ChangeFeed changes() {
    return changes;
  }

  @Override
  public void close() {
    changes.close();
  }
}
