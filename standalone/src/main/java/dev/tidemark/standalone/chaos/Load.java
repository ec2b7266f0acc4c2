package dev.tidemark.standalone.chaos;

import java.net.URI;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;

/** Several senders at once. */
final class Load implements AutoCloseable {
  private static final int SENDERS = 4;

  private final List<Sender> senders = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();

  /** Begins to send. */
  Load(URI collector, Ledger ledger, long seed, Clock clock) {
    for (int i = 0; i < SENDERS; i++) {
      Sender sender = new Sender("s" + i, collector, ledger, seed + i, clock);
      senders.add(sender);
      Thread thread = new Thread(sender, "sender " + i);
      thread.setDaemon(true);
      threads.add(thread);
      thread.start();
    }
  }

  /**
   * Ends the sending and waits for the last answers.
   *
   * @throws IllegalStateException if one of the senders had failed
   */
  void stop() throws InterruptedException {
    senders.forEach(Sender::stop);
    for (Thread each : threads) {
      each.join();
    }
    for (Sender each : senders) {
      each.failure()
          .ifPresent(
              e -> {
                throw new IllegalStateException("A client ended before its time", e);
              });
    }
  }

  @Override
  public void close() {
    senders.forEach(Sender::stop);
    threads.forEach(Thread::interrupt);
  }
}
