package dev.tidemark.coordinator.simulation;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.landing.GenerationId;
import dev.tidemark.landing.LandedFile;
import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.LandingZone;
import dev.tidemark.landing.OffsetRange;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.TopicPartition;
import dev.tidemark.landing.commit.IngestLease;
import dev.tidemark.landing.commit.Lander;
import dev.tidemark.landing.commit.MicroBatch;
import dev.tidemark.landing.commit.WatermarkRule;
import dev.tidemark.landing.log.Journal;
import dev.tidemark.landing.log.LandingState;
import dev.tidemark.landing.log.LogEntry;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Lands what Kafka has, as a program with the sink does: tasks write files in flight, the driver
 * lands them; when that fails the query dies, and the next run reads from the log's offsets.
 *
 * @param most records that one micro-batch takes from one topic-partition
 * @param lease after which another run takes over; one below zero has run out when it begins
 */
record Ingest(String name, Kafka kafka, int most, Duration lease, WatermarkRule rule)
    implements Actor {
  private static final int MOST_RUNS = 10;

  @Override
  public void live(Life life) {
    boolean again = true;
    for (int run = 1; run <= MOST_RUNS && again; run++) {
      again = !new Run(life, life.name() + "-" + run).land();
    }
  }

  /** From the start of a program until it dies or nothing is left to read. */
  private final class Run {
    private final Life life;
    private final String run;
    private final Journal journal;
    private final Lander lander;
    private final IngestLease claim;

    Run(Life life, String run) {
      this.life = life;
      this.run = run;
      this.journal = life.journal();
      this.lander = new Lander(life.files(), journal);
      this.claim = new IngestLease(life.files(), journal, life.clock(), run, lease);
    }

    /** Whether there is nothing to be done by another run: all is landed, or another lands. */
    boolean land() {
      try {
        if (claim.tryAcquire().isPresent()) {
          return true;
        }
        lander.rollForward();
        claim.clearInFlight();
        landAll();
        claim.release();
        return true;
      } catch (LandingException.Conflict
          | LandingException.Unavailable
          | LandingException.OutcomeUnknown
          | IOException e) {
        return false;
      }
    }

    private void landAll() throws IOException {
      for (long epoch = 0; !isLanded(journal.refresh()); epoch++) {
        land(epoch);
      }
      lander.progress(run, Map.of(), ends(), rule);
    }

    private boolean isLanded(LandingState state) {
      return kafka.messages().keySet().stream().allMatch(s -> state.landed(s) == kafka.end(s));
    }

    private void land(long epoch) throws IOException {
      MicroBatch batch = write(epoch);
      try {
        lander.land(batch, rule);
      } catch (LandingException e) {
        life.parts().abort(life, batch);
        throw e;
      }
    }

    private MicroBatch write(long epoch) throws IOException {
      LandingState state = journal.refresh();
      List<LogEntry.Span> spans = new ArrayList<>();
      List<LandedFile> files = new ArrayList<>();
      for (TopicPartition source : kafka.messages().keySet()) {
        long from = state.landed(source);
        List<Kafka.Message> read = kafka.read(source, from, most);
        if (!read.isEmpty()) {
          long until = read.get(read.size() - 1).offset() + 1;
          long rows = read.stream().filter(m -> m.value().isPresent()).count();
          long nulls = read.size() - rows;
          spans.add(new LogEntry.Span(source, from, until, rows, nulls, 0, Optional.empty()));
          files.addAll(writeFiles(epoch, source, read));
        }
      }
      return new MicroBatch(run, epoch, spans, files, ends());
    }

    private Map<TopicPartition, Long> ends() {
      Map<TopicPartition, Long> ends = new HashMap<>();
      kafka.messages().keySet().forEach(s -> ends.put(s, kafka.end(s)));
      return ends;
    }

    private List<LandedFile> writeFiles(long epoch, TopicPartition source, List<Kafka.Message> read)
        throws IOException {
      Map<PartitionId, List<Kafka.Message>> byPartition = new TreeMap<>();
      for (Kafka.Message message : read) {
        if (message.value().isPresent()) {
          byPartition.computeIfAbsent(message.partition(), p -> new ArrayList<>()).add(message);
        }
      }
      List<LandedFile> files = new ArrayList<>();
      for (Map.Entry<PartitionId, List<Kafka.Message>> lines : byPartition.entrySet()) {
        files.add(writeFile(epoch, source, lines.getKey(), lines.getValue()));
      }
      return files;
    }

    private LandedFile writeFile(
        long epoch, TopicPartition source, PartitionId partition, List<Kafka.Message> lines)
        throws IOException {
      String directory = LandingZone.inflight(run, epoch);
      String name =
          "events-"
              + source.partition()
              + "-"
              + lines.get(0).offset()
              + "-"
              + run
              + "-"
              + epoch
              + ".json";
      StringBuilder text = new StringBuilder();
      lines.forEach(m -> text.append(m.value().orElseThrow()).append('\n'));
      byte[] contents = text.toString().getBytes(UTF_8);
      life.files().makeDirectories(directory);
      life.files().write(directory + "/" + name, contents);
      return new LandedFile(
          name,
          new GenerationId(partition, 0),
          lines.size(),
          contents.length,
          source,
          offsets(lines),
          Optional.empty(),
          Optional.empty());
    }

    private static List<OffsetRange> offsets(List<Kafka.Message> lines) {
      List<OffsetRange> ranges = new ArrayList<>();
      for (Kafka.Message line : lines) {
        int last = ranges.size() - 1;
        if (last >= 0 && ranges.get(last).until() == line.offset()) {
          ranges.set(last, new OffsetRange(ranges.get(last).from(), line.offset() + 1));
        } else {
          ranges.add(new OffsetRange(line.offset(), line.offset() + 1));
        }
      }
      return ranges;
    }
  }
}
