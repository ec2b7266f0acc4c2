package dev.tidemark.coordinator.notify;

import java.io.IOException;

/** A way to tell somebody something. */
interface Delivery extends AutoCloseable {
  /**
   * Tells it, and returns when it was taken.
   *
   * @throws IOException if it was not, or nobody knows; the message holds no secret
   */
  void deliver(Event event) throws IOException;

  /** Gives up what is being delivered; what comes after fails. */
  @Override
  void close();
}
