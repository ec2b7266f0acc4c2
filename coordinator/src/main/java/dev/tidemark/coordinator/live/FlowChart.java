package dev.tidemark.coordinator.live;

import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.TopicPartition;
import dev.tidemark.landing.config.DatasetConfig;
import dev.tidemark.landing.log.LandingState;
import dev.tidemark.landing.log.SourceState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** What the landing log says of how much flows, and how late. */
final class FlowChart {
  private static final int MOST_DELAYS = 48;
  private static final int MOST_LAGS = 4;

  private final DatasetConfig dataset;
  private final LandingState state;
  private final RecentLog.History history;

  FlowChart(DatasetConfig dataset, LandingState state, RecentLog.History history) {
    this.dataset = dataset;
    this.state = state;
    this.history = history;
  }

  /** Since when what happened is known; nothing if all of it is, from the log's first entry on. */
  Optional<Instant> knownFrom(Instant now) {
    return history.complete()
        ? Optional.empty()
        : Optional.of(history.notes().isEmpty() ? now : history.notes().get(0).at());
  }

  List<Double> landed(Steps steps, Optional<Instant> knownFrom) {
    double[] rows = begin(steps, knownFrom);
    history.notes().forEach(n -> add(rows, steps, n.at(), (double) n.landed()));
    return rates(rows, steps);
  }

  List<Double> published(Steps steps, Optional<Instant> knownFrom) {
    double[] rows = begin(steps, knownFrom);
    Map<Long, Long> intended = new HashMap<>();
    for (LogNote note : history.notes()) {
      intended.put(note.version(), note.intended());
      if (note.publishes().isPresent()) {
        Long out = intended.get(note.publishes().getAsLong());
        add(rows, steps, note.at(), out == null ? Double.NaN : (double) out);
      }
    }
    return rates(rows, steps);
  }

  private static double[] begin(Steps steps, Optional<Instant> knownFrom) {
    double[] rows = new double[steps.count()];
    for (int i = 0; i < rows.length; i++) {
      Instant begin = steps.begin(i);
      rows[i] = knownFrom.filter(begin::isBefore).isPresent() ? Double.NaN : 0;
    }
    return rows;
  }

  private static void add(double[] rows, Steps steps, Instant at, double more) {
    int i = steps.at(at);
    if (i >= 0 && i < rows.length) {
      rows[i] += more;
    }
  }

  private static List<Double> rates(double[] rows, Steps steps) {
    return new ArrayList<>(
        Arrays.stream(rows)
            .mapToObj(n -> Double.isNaN(n) ? null : n / steps.step().toSeconds())
            .toList());
  }

  /** Of the topics that are read. */
  List<Flow.Source> sources() {
    List<Flow.Source> sources = new ArrayList<>();
    state
        .sources()
        .forEach(
            (source, s) -> {
              LandingState.Topic topic = state.topics().get(source.topicId());
              if (topic != null && !topic.retired()) {
                sources.add(
                    new Flow.Source(
                        topic.name(),
                        source.partition(),
                        s.landed(),
                        s.end(),
                        Math.max(0, s.end() - s.landed()),
                        s.maxTime(),
                        isIdle(s)));
              }
            });
    return sources;
  }

  /** Of the first few topic-partitions that are read. */
  List<Flow.Lag> lags(Steps steps) {
    List<Flow.Lag> lags = new ArrayList<>();
    for (TopicPartition source : state.sources().keySet()) {
      LandingState.Topic topic = state.topics().get(source.topicId());
      if (topic != null && !topic.retired() && lags.size() < MOST_LAGS) {
        lags.add(new Flow.Lag(topic.name(), source.partition(), lags(source, steps)));
      }
    }
    return lags;
  }

  private List<Double> lags(TopicPartition source, Steps steps) {
    List<Double> seconds = new ArrayList<>();
    Iterator<LogNote> notes = history.notes().iterator();
    Optional<LogNote> next = Optional.empty();
    Instant newest = Instant.MIN;
    for (int i = 0; i < steps.count(); i++) {
      Instant end = steps.begin(i + 1);
      while (next.isPresent() || notes.hasNext()) {
        LogNote note = next.orElseGet(notes::next);
        if (note.at().isAfter(end)) {
          next = Optional.of(note);
          break;
        }
        next = Optional.empty();
        Instant landed = note.newest().getOrDefault(source, Instant.MIN);
        newest = landed.isAfter(newest) ? landed : newest;
      }
      seconds.add(newest.equals(Instant.MIN) ? null : secondsBetween(newest, end));
    }
    return seconds;
  }

  /** An event may be dated ahead of the clock. */
  private static double secondsBetween(Instant newest, Instant end) {
    return Math.max(0, Duration.between(newest, end).toMillis() / 1000.0);
  }

  private boolean isIdle(SourceState source) {
    return source.landed() >= source.end()
        && state
            .watermark()
            .filter(w -> source.maxTime().filter(t -> !t.isBefore(w)).isEmpty())
            .isPresent();
  }

  /** Of the last partitions that ended, those that there are and are to be published, in order. */
  List<Flow.Delay> delays(Cells.Look look, Instant now) {
    PartitionId current = PartitionId.of(now, dataset.granularity());
    Duration length = dataset.granularity().length();
    return Stream.iterate(MOST_DELAYS, i -> i > 0, i -> i - 1)
        .map(
            i ->
                PartitionId.of(
                    current.start().minus(length.multipliedBy(i)), dataset.granularity()))
        .map(look::find)
        .flatMap(Optional::stream)
        .filter(cell -> !cell.isSkipped())
        .map(this::delay)
        .toList();
  }

  private Flow.Delay delay(Cell cell) {
    return new Flow.Delay(
        cell.partition(),
        cell.firstPublished(),
        cell.firstPublished()
            .map(
                at ->
                    Duration.between(cell.partition().end(dataset.granularity()), at).toSeconds()));
  }
}
