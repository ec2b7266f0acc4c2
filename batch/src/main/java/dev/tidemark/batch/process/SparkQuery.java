package dev.tidemark.batch.process;

import dev.tidemark.batch.config.BatchConfig;
import dev.tidemark.landing.Granularity;
import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.log.LandingState;
import dev.tidemark.landing.log.PartitionState;
import dev.tidemark.landing.log.Publication;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.apache.spark.SparkThrowable;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.parser.ParseException;
import org.apache.spark.sql.execution.datasources.InMemoryFileIndex;

/**
 * Answers SQL over what is published; the tables are {@link QueryViews}. It only reads: a statement
 * that would write or change something is refused.
 */
public final class SparkQuery implements AutoCloseable {
  private static final int LOOKS = 5;
  private static final Pattern ASKS =
      Pattern.compile(
          "\\s*(show|describe|desc|explain)\\b.*", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  private final SparkSession session;
  private final QueryViews views;
  private final Supplier<LandingState> log;

  /**
   * On a session of its own within the one that is given.
   *
   * @param root of the dataset; {@code files} must have the same
   * @param log the newest state, asked for each time
   */
  public SparkQuery(
      SparkSession spark,
      URI root,
      LandingFileSystem files,
      EventTypes types,
      Granularity granularity,
      BatchConfig config,
      Supplier<LandingState> log) {
    this.session = spark.newSession();
    SparkSettings.of(config).forEach(session.conf()::set);
    this.views =
        new QueryViews(session, root.toString().replaceAll("/+$", ""), files, types, granularity);
    this.log = log;
  }

  /**
   * Runs one statement on what is published now.
   *
   * @throws BadQueryException if it is none that can be answered; nothing was read
   * @throws FailedQueryException if it could not be answered, a division by zero included
   * @throws LandingException.Unavailable if files cannot be read
   */
  public void run(String text, QueryRows rows) {
    String sql = text.replaceFirst("[;\\s]+$", "");
    SparkSession.setActiveSession(session);
    try {
      requireQuestion(sql);
      SortedSet<PartitionId> moving = registerViews();
      if (!moving.isEmpty()) {
        rows.mayMiss(moving.toString());
      }
      answer(session.sql(sql), rows);
    } catch (BadQueryException | LandingException e) {
      throw e;
    } catch (Exception e) {
      // Scala throws checked exceptions without declaring them.
      throw told(e);
    } finally {
      SparkSession.clearActiveSession();
    }
  }

  /** Stops Spark. */
  @Override
  public void close() {
    session.stop();
  }

  private static void answer(Dataset<Row> found, QueryRows rows) {
    rows.columns(Arrays.asList(found.columns()));
    Iterator<Row> each = found.toLocalIterator();
    boolean more = true;
    while (more && each.hasNext()) {
      more = rows.row(QueryValue.ofRow(each.next()));
    }
  }

  private void requireQuestion(String sql) throws Exception {
    if (ASKS.matcher(sql).matches()) {
      return;
    }
    session.sessionState().sqlParser().parsePlan(sql);
    try {
      session.sessionState().sqlParser().parseQuery(sql);
    } catch (ParseException e) {
      throw new BadQueryException(
          "Only queries are answered (SELECT, WITH, VALUES, SHOW, DESCRIBE, EXPLAIN); nothing was"
              + " changed.");
    }
  }

  /**
   * Lists what is published. An hour that is restated is away for a moment, which would look as if
   * it were empty, so the log is asked before and after.
   *
   * @return hours that were still on the move at the last look
   */
  private SortedSet<PartitionId> registerViews() throws IOException {
    SortedSet<PartitionId> moving = new TreeSet<>();
    for (int look = 1; ; look++) {
      Map<PartitionId, Long> before = publications(log.get());
      moving.clear();
      try {
        InMemoryFileIndex listed = views.list();
        LandingState now = log.get();
        Map<PartitionId, Long> after = publications(now);
        now.partitions().values().stream()
            .filter(p -> p.intended().isPresent())
            .forEach(p -> moving.add(p.id()));
        if ((moving.isEmpty() && before.equals(after)) || look == LOOKS) {
          views.register(listed);
          return moving;
        }
      } catch (Exception e) {
        if (look == LOOKS || cause(e, FileNotFoundException.class).isEmpty()) {
          throw e;
        }
      }
      pause();
    }
  }

  /** The publication that was last intended of each partition that is in the state. */
  private static Map<PartitionId, Long> publications(LandingState state) {
    Map<PartitionId, Long> versions = new TreeMap<>();
    for (PartitionState p : state.partitions().values()) {
      p.intended()
          .or(p::publication)
          .map(Publication::version)
          .ifPresent(v -> versions.put(p.id(), v));
    }
    return versions;
  }

  private static void pause() {
    try {
      Thread.sleep(100);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Without plans, places in Scala code and traces of stacks. */
  private static RuntimeException told(Exception e) {
    if (e instanceof AnalysisException analysis) {
      return new BadQueryException(
          e instanceof ParseException ? e.getMessage().strip() : analysis.getSimpleMessage());
    }
    if (cause(e, FileNotFoundException.class).isPresent()) {
      return new FailedQueryException(
          "An hour was published anew while it was read. Run the query again.", e);
    }
    Optional<IOException> io = cause(e, IOException.class);
    if (io.isPresent()) {
      return new LandingException.Unavailable(
          "What is published cannot be read now: " + io.get().getMessage(), e);
    }
    Throwable told = e;
    for (Throwable t = e; t != null; t = t.getCause()) {
      told = t instanceof SparkThrowable s && s.getCondition() != null ? t : told;
    }
    String message = String.valueOf(told.getMessage());
    return new FailedQueryException(message.split("\\R\\R?Driver stacktrace:", 2)[0].strip(), e);
  }

  private static <T extends Throwable> Optional<T> cause(Throwable thrown, Class<T> type) {
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      if (type.isInstance(t)) {
        return Optional.of(type.cast(t));
      }
    }
    return Optional.empty();
  }
}
