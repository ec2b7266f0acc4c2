package dev.tidemark.batch.process;

import dev.tidemark.batch.config.BatchConfig;
import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.fs.LandingFileSystem;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.spark.sql.SparkSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.Option;

/**
 * Processing with Spark. The session is made at first use, by the supplier, and stopped by {@link
 * #close}; what processing requires of it ({@link SparkSettings}) is set in a session of its own on
 * the same context. Several partitions may be processed at once.
 */
public final class SparkProcessing implements Processing {
  private static final Logger LOG = LoggerFactory.getLogger(SparkProcessing.class);

  private final Supplier<SparkSession> sessions;
  private final String root;
  private final LandingFileSystem files;
  private final EventTypes types;
  private final BatchConfig config;

  private SparkSession session;
  private boolean closed;

  /**
   * Starts nothing yet.
   *
   * @param root of the dataset; {@code files} must have the same
   */
  public SparkProcessing(
      Supplier<SparkSession> sessions,
      URI root,
      LandingFileSystem files,
      EventTypes types,
      BatchConfig config) {
    this.sessions = sessions;
    this.root = root.toString().replaceAll("/+$", "");
    this.files = files;
    this.types = types;
    this.config = config;
  }

  /** What {@link ProcessResult#configHash} is with a configuration. */
  public static String configHash(BatchConfig config) {
    return new Enrichment(config.ip()).hash(EventTypes.load(config.eventTypesDir()));
  }

  @Override
  public ProcessResult process(ProcessRequest request) {
    try {
      ProcessResult result =
          inOwnSession(
              own -> {
                own.sparkContext()
                    .setJobGroup(request.attempt(), request.partition().toString(), true);
                return new Attempt(
                        own,
                        root,
                        files,
                        types,
                        new Enrichment(config.ip()),
                        config.targetFileSize(),
                        request)
                    .run();
              });
      LOG.debug("{} attempt {}: {}", request.partition(), request.attempt(), result);
      return result;
    } catch (IOException e) {
      throw unavailable(request, ioCause(e), e);
    } catch (LandingException e) {
      throw e;
    } catch (Exception e) {
      // One that was interrupted leaves its Spark job behind, which goes on for nobody.
      cancel(request.attempt(), e);
      // Scala throws checked exceptions without declaring them.
      IOException io = ioCause(e);
      if (io != null) {
        throw unavailable(request, io, e);
      }
      throw e;
    }
  }

  private synchronized void cancel(String attempt, Exception why) {
    try {
      if (session != null) {
        session.sparkContext().cancelJobGroup(attempt);
      }
    } catch (RuntimeException e) {
      why.addSuppressed(e);
    }
  }

  /**
   * The first rows of an output, type by type, for a person to look at.
   *
   * @param directory of the output, relative to the root
   * @return for each row its values by column as text, those that are null left out; {@code type}
   *     comes first
   */
  public List<Map<String, String>> show(String directory, int n) {
    try {
      return inOwnSession(own -> new OutputReader(own, files, root).head(directory, n));
    } catch (IOException e) {
      throw new LandingException.Unavailable(directory + " cannot be read; try again.", e);
    }
  }

  /** How many rows the Parquet files of an output hold, counted in the files. */
  public long rows(String directory) {
    try {
      return inOwnSession(own -> new OutputReader(own, files, root).rows(directory));
    } catch (IOException e) {
      throw new LandingException.Unavailable(directory + " cannot be read; try again.", e);
    }
  }

  /** What is done with a session. */
  private interface Work<T> {
    T with(SparkSession session) throws IOException;
  }

  // Parts of Spark take their settings from the thread's active session, not from the one they
  // belong to.
  private <T> T inOwnSession(Work<T> work) throws IOException {
    SparkSession own = session();
    Option<SparkSession> before = SparkSession.getActiveSession();
    SparkSession.setActiveSession(own);
    try {
      return work.with(own);
    } finally {
      SparkSession.clearActiveSession();
      if (before.isDefined()) {
        SparkSession.setActiveSession(before.get());
      }
    }
  }

  private synchronized SparkSession session() {
    if (closed) {
      throw new IllegalStateException("Processing is closed");
    }
    if (session == null) {
      session = sessions.get().newSession();
      SparkSettings.of(config).forEach(session.conf()::set);
    }
    return session;
  }

  @Override
  public synchronized void close() {
    closed = true;
    if (session != null) {
      session.stop();
    }
  }

  private static LandingException unavailable(
      ProcessRequest request, IOException why, Exception thrown) {
    return new LandingException.Unavailable(
        request.partition()
            + " was not processed: reading or writing files failed. Nothing is published; try"
            + " again in a new attempt. "
            + why.toString().lines().findFirst().orElse(""),
        thrown);
  }

  /** The innermost one, which names the file and the trouble; null if files are not to blame. */
  private static IOException ioCause(Throwable thrown) {
    IOException found = null;
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      if (t instanceof IOException io) {
        found = io;
      }
    }
    return found;
  }
}
