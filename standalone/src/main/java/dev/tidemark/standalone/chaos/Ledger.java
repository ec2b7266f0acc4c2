package dev.tidemark.standalone.chaos;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/**
 * What the senders have sent and what they were answered, by the ids of events; kept in memory, and
 * in a file for people. Safe for use by several threads.
 */
final class Ledger implements AutoCloseable {
  private final BufferedWriter file;
  private final Set<String> sent = new HashSet<>();
  private final Set<String> acknowledged = new HashSet<>();
  private final Set<String> acknowledgedBad = new HashSet<>();
  private final Set<String> rejected = new HashSet<>();
  private long requests;
  private long failures;
  private long repeats;
  private long lastAcknowledgedBegun = Long.MIN_VALUE;

  Ledger(Path file) throws IOException {
    this.file = Files.newBufferedWriter(file);
  }

  /** As of a moment; ids of events that can be published, of those that cannot, and others. */
  record Entries(
      Set<String> sent,
      Set<String> acknowledged,
      Set<String> acknowledgedBad,
      Set<String> rejected,
      long requests,
      long failures,
      long repeats) {}

  synchronized Entries entries() {
    return new Entries(
        Set.copyOf(sent),
        Set.copyOf(acknowledged),
        Set.copyOf(acknowledgedBad),
        Set.copyOf(rejected),
        requests,
        failures,
        repeats);
  }

  synchronized void sending(Collection<TestEvent> events) {
    events.forEach(e -> sent.add(e.id()));
    requests++;
  }

  synchronized void failed() {
    failures++;
  }

  synchronized void repeating() {
    repeats++;
  }

  /**
   * A 2xx.
   *
   * @param begun when its request was, in nanoseconds
   * @param refused the ids that the answer names as rejected
   */
  synchronized void acknowledged(
      Collection<TestEvent> events, Collection<String> refused, long begun) {
    lastAcknowledgedBegun = Math.max(lastAcknowledgedBegun, begun);
    rejected.addAll(refused);
    for (TestEvent e : events) {
      if (!refused.contains(e.id()) && e.kind() != TestEvent.Kind.REJECTED) {
        (e.kind() == TestEvent.Kind.GOOD ? acknowledged : acknowledgedBad).add(e.id());
        write(e);
      }
    }
  }

  private void write(TestEvent e) {
    try {
      file.write(e.kind() + " " + e.id());
      file.newLine();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** Whether a request that was begun after this time, in nanoseconds, was answered with 2xx. */
  synchronized boolean isAcceptedAfter(long nanos) {
    return lastAcknowledgedBegun > nanos;
  }

  synchronized long acknowledgedCount() {
    return acknowledged.size() + (long) acknowledgedBad.size();
  }

  @Override
  public synchronized void close() throws IOException {
    file.close();
  }
}
