package dev.tidemark.batch.process;

import dev.tidemark.batch.config.BatchConfig;
import dev.tidemark.batch.config.Engine;
import dev.tidemark.batch.config.SubmitConfig;
import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.hadoop.FileSystems;
import dev.tidemark.landing.hadoop.ShortWaits;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.SparkSession;

/**
 * A Spark application that processes partitions, one after another, and publishes nothing. One that
 * fails does not keep the next from being processed; what came of each it says by {@link Handover},
 * and it ends with an exception if any failed.
 */
public final class ProcessApplication {
  private final SparkSession session;
  private final URI root;
  private final LandingFileSystem files;
  private final Handover handover;

  private ProcessApplication(SparkSession session, URI root, LandingFileSystem files) {
    this.session = session;
    this.root = root;
    this.files = files;
    this.handover = new Handover(files);
  }

  /**
   * Runs under spark-submit, which says where.
   *
   * @param arguments the root of the dataset, and the directories of {@link Handover} to work on
   */
  public static void main(String[] arguments) throws Exception {
    URI root = URI.create(arguments[0]);
    SparkSession session = SparkSession.builder().getOrCreate();
    try {
      Configuration hadoop = session.sparkContext().hadoopConfiguration();
      ShortWaits.addTo(hadoop);
      new ProcessApplication(session, root, FileSystems.open(root, hadoop))
          .run(List.of(arguments).subList(1, arguments.length));
    } finally {
      session.stop();
    }
  }

  private void run(List<String> directories) throws Exception {
    new HandedOver(handover, this::process, session.sparkContext()::isStopped).run(directories);
  }

  private ProcessResult process(Handover.Request asked) {
    BatchConfig config =
        new BatchConfig(
            Engine.EMBEDDED,
            Path.of("."),
            asked.targetFileSize(),
            asked.shufflePartitions(),
            asked.ip(),
            SubmitConfig.byDefault());
    EventTypes types = EventTypes.parse(asked.eventTypes());
    // Not closed: that would stop the context, which the next partition needs.
    return new SparkProcessing(() -> session, root, files, types, config).process(asked.request());
  }
}
