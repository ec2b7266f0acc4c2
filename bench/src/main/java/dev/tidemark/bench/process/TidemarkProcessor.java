package dev.tidemark.bench.process;

import dev.tidemark.batch.config.BatchConfig;
import dev.tidemark.batch.process.EventTypes;
import dev.tidemark.batch.process.InputFile;
import dev.tidemark.batch.process.ProcessRequest;
import dev.tidemark.batch.process.ProcessResult;
import dev.tidemark.batch.process.SparkProcessing;
import dev.tidemark.landing.GenerationId;
import dev.tidemark.landing.Granularity;
import dev.tidemark.landing.LandedFile;
import dev.tidemark.landing.OffsetRange;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.TopicPartition;
import dev.tidemark.landing.config.ConfigFile;
import dev.tidemark.landing.config.Problems;
import dev.tidemark.landing.config.Section;
import dev.tidemark.landing.hadoop.FileSystems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The processing that the coordinator runs, with its defaults, in a warm session. */
final class TidemarkProcessor implements Peer.Processor {
  private static final PartitionId PARTITION = PartitionId.of(Hour.START, Granularity.HOUR);

  private final Path root;
  private final SparkProcessing processing;

  TidemarkProcessor(Path root) throws IOException {
    this.root = root;
    Path types = Files.createDirectories(root.resolve("events"));
    Files.writeString(types.resolve("clicks.yaml"), Click.TYPES);
    Problems problems = new Problems();
    String yaml = "batch: {event-types-dir: \"" + types + "\"}";
    Section section = ConfigFile.parse(yaml, "bench", Map.of(), List.of()).root(problems);
    BatchConfig config = BatchConfig.read(section);
    problems.throwIfAny();
    this.processing =
        new SparkProcessing(
            () -> SparkProcessor.session(root),
            root.toUri(),
            FileSystems.open(root.toUri()),
            EventTypes.load(types),
            config);
  }

  @Override
  public void process(Hour hour, String output) throws Exception {
    List<InputFile> inputs = new ArrayList<>();
    for (int i = 0; i < hour.files(); i++) {
      long from = (long) i * hour.linesInFile();
      inputs.add(
          new InputFile(
              hour.path(i),
              new LandedFile(
                  i + ".json",
                  new GenerationId(PARTITION, 0),
                  hour.linesInFile(),
                  Files.size(root.resolve(hour.path(i))),
                  new TopicPartition("topic-id", 0),
                  List.of(new OffsetRange(from, from + hour.linesInFile())),
                  Optional.empty(),
                  Optional.empty())));
    }
    ProcessResult result =
        processing.process(
            new ProcessRequest(PARTITION, output, inputs, output, Map.of("topic-id", "clicks")));
    if (result.rowsOut() != hour.winners()) {
      throw new IllegalStateException(result + " but there are " + hour.winners() + " events");
    }
  }

  @Override
  public void close() {
    processing.close();
  }
}
