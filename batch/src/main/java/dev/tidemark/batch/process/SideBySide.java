package dev.tidemark.batch.process;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.spark.sql.SparkSession;

/**
 * Runs Spark jobs at the same time. A job that writes few files keeps few cores busy, and the next
 * can have the others.
 */
final class SideBySide {
  private SideBySide() {}

  /**
   * Runs them all, as many at once as the session has cores, and waits until each has ended.
   *
   * @return the results under the names of the jobs
   * @throws IOException as the first job that failed; the others have ended all the same
   */
  static <T> SortedMap<String, T> run(SparkSession session, SortedMap<String, Callable<T>> jobs)
      throws IOException {
    int cores = Math.max(1, session.sparkContext().defaultParallelism());
    ExecutorService threads =
        Executors.newFixedThreadPool(Math.max(1, Math.min(cores, jobs.size())));
    try {
      List<Callable<T>> inSession = new ArrayList<>();
      jobs.values().forEach(job -> inSession.add(inSession(session, job)));
      List<Future<T>> ended = threads.invokeAll(inSession);
      SortedMap<String, T> results = new TreeMap<>();
      int i = 0;
      for (Map.Entry<String, Callable<T>> job : jobs.entrySet()) {
        results.put(job.getKey(), result(ended.get(i++)));
      }
      return results;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("Writing was interrupted");
    } finally {
      threads.shutdownNow();
    }
  }

  // A session is active for a thread, and parts of Spark ask the thread.
  private static <T> Callable<T> inSession(SparkSession session, Callable<T> job) {
    return () -> {
      SparkSession.setActiveSession(session);
      return job.call();
    };
  }

  private static <T> T result(Future<T> ended) throws IOException, InterruptedException {
    try {
      return ended.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException io) {
        throw io;
      }
      if (e.getCause() instanceof RuntimeException unchecked) {
        throw unchecked;
      }
      // Scala throws checked exceptions without declaring them.
      throw new IllegalStateException(e.getCause());
    }
  }
}
