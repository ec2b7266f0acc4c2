package dev.tidemark.coordinator.observe;

import dev.tidemark.landing.log.Journal;
import dev.tidemark.landing.log.LandingState;
import dev.tidemark.landing.log.LogRecord;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Looks on while a coordinator works. What it does has no say in anything; it must be quick, throw
 * nothing, and expect calls from several threads.
 */
public interface CoordinatorListener extends Journal.Listener {
  CoordinatorListener NONE = new CoordinatorListener() {};

  /** The coordinator's journal has an entry more: something is done, or has failed. */
  @Override
  default void appended(LandingState before, LogRecord record) {}

  /** A tick read the landing log, and found this. */
  default void looked(LandingState state) {}

  /** A tick ended: all that was due is done or begun. */
  default void ticked(Duration took) {}

  /** A tick ended early, such as for the file system being away. */
  default void tickFailed(RuntimeException error) {}

  /** Something was to be written to the landing log, and it is not known that it was. */
  default void writeFailed(RuntimeException error) {}

  /**
   * While nobody wrote, it was tried whether the root takes a file.
   *
   * @param error why it did not; empty if it did
   */
  default void writeChecked(Optional<? extends RuntimeException> error) {}

  /** Tells all of them, in order. */
  static CoordinatorListener all(List<CoordinatorListener> listeners) {
    List<CoordinatorListener> each = List.copyOf(listeners);
    return new CoordinatorListener() {
      @Override
      public void appended(LandingState before, LogRecord record) {
        each.forEach(l -> l.appended(before, record));
      }

      @Override
      public void looked(LandingState state) {
        each.forEach(l -> l.looked(state));
      }

      @Override
      public void ticked(Duration took) {
        each.forEach(l -> l.ticked(took));
      }

      @Override
      public void tickFailed(RuntimeException error) {
        each.forEach(l -> l.tickFailed(error));
      }

      @Override
      public void writeFailed(RuntimeException error) {
        each.forEach(l -> l.writeFailed(error));
      }

      @Override
      public void writeChecked(Optional<? extends RuntimeException> error) {
        each.forEach(l -> l.writeChecked(error));
      }
    };
  }
}
