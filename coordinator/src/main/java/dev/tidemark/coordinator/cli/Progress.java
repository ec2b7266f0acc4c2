package dev.tidemark.coordinator.cli;

import java.util.Optional;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** A line that moves and says how much time is left; on a terminal only. */
final class Progress implements AutoCloseable {
  private final Optional<ProgressBar> bar;

  private Progress(Optional<ProgressBar> bar) {
    this.bar = bar;
  }

  // Null on a pipe up to Java 21; from 22 on the bar would be shown there too, which does no harm.
  @SuppressWarnings("SystemConsoleNull")
  static Progress of(String task, long steps) {
    return new Progress(
        System.console() == null
            ? Optional.empty()
            : Optional.of(
                new ProgressBarBuilder()
                    .setTaskName(task)
                    .setInitialMax(steps)
                    .setStyle(ProgressBarStyle.ASCII)
                    .build()));
  }

  void stepTo(long step) {
    bar.ifPresent(b -> b.stepTo(step));
  }

  @Override
  public void close() {
    bar.ifPresent(ProgressBar::close);
  }
}
