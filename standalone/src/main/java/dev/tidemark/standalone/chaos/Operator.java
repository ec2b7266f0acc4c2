package dev.tidemark.standalone.chaos;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A person who does things to hours at random, over the API of whichever coordinator answers. Safe
 * for use by several threads.
 */
final class Operator {
  private final List<CoordinatorApi> coordinators;
  private final Set<String> inTheWay = ConcurrentHashMap.newKeySet();

  Operator(List<CoordinatorApi> coordinators) {
    this.coordinators = coordinators;
  }

  private interface Saying<T> {
    T to(CoordinatorApi coordinator) throws IOException, InterruptedException;
  }

  void closeOne(int variant) throws IOException, InterruptedException {
    tellOne("close", List.of("OPEN", "LATE"), variant);
  }

  void reprocessOne(int variant) throws IOException, InterruptedException {
    tellOne("reprocess", List.of("ARCHIVED", "PUBLISHED", "LATE"), variant);
  }

  /** Until {@link #release}. */
  void holdOne(int variant) throws IOException, InterruptedException {
    inTheWay.add(tellOne("hold", List.of(), variant));
  }

  /** Pins it too, until {@link #release}. */
  void rollBackOne(int variant) throws IOException, InterruptedException {
    inTheWay.add(tellOne("rollback", List.of("ARCHIVED", "LATE", "PUBLISHED"), variant));
  }

  /** Does it to the first, from one of chance on, for which it is possible. */
  private String tellOne(String verb, List<String> standings, int variant)
      throws IOException, InterruptedException {
    List<String> all = ask(c -> c.partitions(standings));
    IOException last = new IOException("There is no partition that is " + standings);
    for (int i = 0; i < all.size(); i++) {
      String partition = all.get((variant % all.size() + i) % all.size());
      try {
        tell(verb, partition);
        return partition;
      } catch (IOException e) {
        last = e;
      }
    }
    throw last;
  }

  /** Takes back every hold and pin that may be there. */
  void release() throws IOException, InterruptedException {
    List<String> stopped = ask(c -> c.partitions(List.of("HELD", "PINNED")));
    for (String each : List.copyOf(inTheWay)) {
      if (stopped.contains(each)) {
        tell("release", each);
      }
      inTheWay.remove(each);
    }
  }

  /** Takes back every hold and pin, whoever asked for it. */
  void releaseAll() throws IOException, InterruptedException {
    for (String each : ask(c -> c.partitions(List.of("HELD", "PINNED")))) {
      tell("release", each);
    }
  }

  /**
   * Has everything that failed tried again.
   *
   * @return how much that was
   */
  int retryAll() throws IOException, InterruptedException {
    List<String> failed = ask(c -> c.partitions(List.of("FAILED")));
    for (String each : failed) {
      tell("retry", each);
    }
    return failed.size();
  }

  void close(String partition) throws IOException, InterruptedException {
    tell("close", partition);
  }

  private void tell(String verb, String partition) throws IOException, InterruptedException {
    ask(
        c -> {
          c.tell(verb, partition);
          return true;
        });
  }

  private <T> T ask(Saying<T> question) throws IOException, InterruptedException {
    IOException last = null;
    for (CoordinatorApi each : coordinators) {
      try {
        return question.to(each);
      } catch (IOException e) {
        last = e;
      }
    }
    throw last;
  }
}
