package dev.tidemark.coordinator.cli;

import java.io.PrintWriter;
import java.util.function.Supplier;

/**
 * Says something when the program is told to stop (Ctrl-C) before this is closed: what becomes of
 * what it has begun.
 */
final class Leaving implements AutoCloseable {
  private final Thread hook;

  /**
   * From here on.
   *
   * @param said asked for when it is said
   */
  Leaving(Supplier<String> said, PrintWriter to) {
    hook =
        new Thread(
            () -> {
              to.println();
              to.println(said.get());
              to.flush();
            },
            "leaving");
    Runtime.getRuntime().addShutdownHook(hook);
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // It is stopping already.
      return;
    }
  }
}
