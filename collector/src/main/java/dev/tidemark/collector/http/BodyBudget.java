package dev.tidemark.collector.http;

import java.util.concurrent.atomic.AtomicLong;

/** Bounds the bytes of all bodies in memory, so that many large ones at once are sent away. */
final class BodyBudget {
  private final long most;
  private final AtomicLong taken = new AtomicLong();

  BodyBudget(long most) {
    this.most = most;
  }

  /** Takes that many bytes, or none. */
  boolean tryTake(int bytes) {
    if (taken.addAndGet(bytes) <= most) {
      return true;
    }
    taken.addAndGet(-bytes);
    return false;
  }

  void giveBack(int bytes) {
    taken.addAndGet(-bytes);
  }
}
