package dev.tidemark.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.landing.GenerationId;
import dev.tidemark.landing.LandedFile;
import dev.tidemark.landing.LandingZone;
import dev.tidemark.landing.OffsetRange;
import dev.tidemark.landing.TopicPartition;
import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.hadoop.FileSystems;
import dev.tidemark.landing.log.Journal;
import dev.tidemark.landing.log.LandingLog;
import dev.tidemark.landing.log.LandingState;
import dev.tidemark.landing.log.LogEntry;
import dev.tidemark.landing.log.LogRecord;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;

/** A root as anybody sees it: the log, and the files that stand there. */
final class LandedZone {
  /** A line of a landed file, and the record that it came from. */
  record Line(int partition, long offset, GenerationId generation, String text) {}

  private final LandingFileSystem files;
  private final LandingLog log;
  private final Journal journal;

  LandedZone(URI root, Configuration hadoop) {
    this.files = FileSystems.open(root, hadoop);
    this.log = new LandingLog(files);
    this.journal = Journal.of(files, Clock.systemUTC(), "test");
  }

  LandingFileSystem files() {
    return files;
  }

  Journal journal() {
    return journal;
  }

  LandingState state() {
    return journal.refresh();
  }

  <E extends LogEntry> List<E> entries(Class<E> type) {
    List<E> found = new ArrayList<>();
    for (Optional<LogRecord> r = log.read(0); r.isPresent(); r = log.read(r.get().version() + 1)) {
      if (type.isInstance(r.get().entry())) {
        found.add(type.cast(r.get().entry()));
      }
    }
    return found;
  }

  /** Spans of all entries, each topic-partition's in order. */
  private Map<TopicPartition, List<LogEntry.Span>> spans() {
    Map<TopicPartition, List<LogEntry.Span>> spans = new TreeMap<>();
    for (LogEntry entry : entries(LogEntry.class)) {
      List<LogEntry.Span> more =
          entry instanceof LogEntry.Land land
              ? land.spans()
              : entry instanceof LogEntry.Progress progress ? progress.spans() : List.of();
      more.forEach(s -> spans.computeIfAbsent(s.source(), k -> new ArrayList<>()).add(s));
    }
    return spans;
  }

  LogEntry.Span total(TopicPartition source) {
    List<LogEntry.Span> all = spans().getOrDefault(source, List.of());
    return new LogEntry.Span(
        source,
        all.get(0).from(),
        all.get(all.size() - 1).until(),
        all.stream().mapToLong(LogEntry.Span::rows).sum(),
        all.stream().mapToLong(LogEntry.Span::nulls).sum(),
        all.stream().mapToLong(LogEntry.Span::ignoredTimes).sum(),
        Optional.empty());
  }

  /** The watermark when the first records of a topic-partition landed. */
  Instant watermarkBefore(TopicPartition source) {
    Instant watermark = Instant.MIN;
    for (LogEntry entry : entries(LogEntry.class)) {
      if (entry instanceof LogEntry.Land land
          && land.spans().stream().anyMatch(s -> s.source().equals(source))) {
        return watermark;
      }
      watermark =
          (entry instanceof LogEntry.Land land
                  ? land.watermark()
                  : entry instanceof LogEntry.Progress progress
                      ? progress.watermark()
                      : Optional.<Instant>empty())
              .orElse(watermark);
    }
    throw new AssertionError("Nothing landed of " + source);
  }

  /**
   * Every line that the log names, read from its file. Checks on the way that offsets tile, that
   * rows match, that no offset has two lines, and that nothing else stands in the directories.
   */
  List<Line> lines() throws IOException {
    spans()
        .forEach(
            (source, spans) -> {
              long next = spans.get(0).from();
              for (LogEntry.Span span : spans) {
                assertThat(span.from()).as("%s tiles", source).isEqualTo(next);
                assertThat(span.until()).as("%s advances", source).isGreaterThan(next);
                next = span.until();
              }
              assertThat(state().landed(source)).isEqualTo(next);
            });
    List<Line> lines = new ArrayList<>();
    Map<String, TreeSet<String>> expected = new HashMap<>();
    for (LogEntry.Land land : entries(LogEntry.Land.class)) {
      for (LandedFile file : land.files()) {
        String directory = LandingZone.landing(file.generation());
        expected.computeIfAbsent(directory, d -> new TreeSet<>()).add(file.name());
        lines.addAll(lines(directory, file));
      }
    }
    for (Map.Entry<String, TreeSet<String>> e : expected.entrySet()) {
      assertThat(files.list(e.getKey()))
          .as(e.getKey())
          .extracting(LandingFileSystem.Entry::name)
          .containsExactlyElementsOf(e.getValue());
    }
    assertThat(lines)
        .extracting(l -> l.partition() + "@" + l.offset())
        .as("each offset has one line")
        .doesNotHaveDuplicates();
    return lines;
  }

  private List<Line> lines(String directory, LandedFile file) throws IOException {
    byte[] contents = files.read(directory + "/" + file.name());
    assertThat(contents).as(file.name()).hasSize((int) file.bytes()).endsWith('\n');
    String[] texts = new String(contents, UTF_8).split("\n", -1);
    assertThat(texts).as(file.name()).hasSize((int) file.rows() + 1);
    List<Line> lines = new ArrayList<>();
    for (OffsetRange range : file.offsets()) {
      for (long offset = range.from(); offset < range.until(); offset++) {
        lines.add(
            new Line(file.source().partition(), offset, file.generation(), texts[lines.size()]));
      }
    }
    return lines;
  }

  /** Files of micro-batches that are not landed. */
  List<String> inflight() throws IOException {
    List<String> found = new ArrayList<>();
    for (LandingFileSystem.Entry run : files.list(LandingZone.inflightRoot())) {
      String runs = LandingZone.inflightRoot() + "/" + run.name();
      for (LandingFileSystem.Entry epoch : files.list(runs)) {
        files
            .list(runs + "/" + epoch.name())
            .forEach(f -> found.add(runs + "/" + epoch.name() + "/" + f.name()));
      }
    }
    return found;
  }
}
