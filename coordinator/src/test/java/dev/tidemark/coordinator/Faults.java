package dev.tidemark.coordinator;

import dev.tidemark.landing.fs.MemoryFileSystem.Fault;

/** Lets a chosen operation fail, counted from when it is armed. */
final class Faults implements Fault {
  private static final int OUTAGE = 5;

  /** How it fails. */
  enum Mode {
    BEFORE,
    AFTER,
    /** It is done but nobody learns so, and some operations after it fail as well. */
    OUTAGE,
    /** It is done, and then nothing works any more: the process is dead. */
    KILLED
  }

  private int failAt = -1;
  private Mode mode = Mode.BEFORE;
  private int operations;

  void arm(int at, Mode how) {
    failAt = at;
    mode = how;
    operations = 0;
  }

  /** Everything works again; whether the chosen operation was reached. */
  boolean disarm() {
    boolean reached = operations > failAt;
    failAt = -1;
    return reached;
  }

  @Override
  public synchronized Effect on(String operation, String path) {
    int past = operations++ - failAt;
    if (failAt < 0 || past < 0) {
      return Effect.NONE;
    }
    if (past == 0) {
      return mode == Mode.BEFORE ? Effect.FAIL_BEFORE : Effect.FAIL_AFTER;
    }
    boolean goesOnFailing = mode == Mode.KILLED || (mode == Mode.OUTAGE && past < OUTAGE);
    return goesOnFailing ? Effect.FAIL_BEFORE : Effect.NONE;
  }
}
