package dev.tidemark.batch.process;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Works off what was handed over, one request after another. One that fails, or that was taken back
 * meanwhile, does not keep the next from being processed.
 */
final class HandedOver {
  private static final Logger LOG = LoggerFactory.getLogger(HandedOver.class);

  private final Handover handover;
  private final Function<Handover.Request, ProcessResult> process;
  private final BooleanSupplier stopped;

  /**
   * As many as are given to {@link #run}.
   *
   * @param stopped whether nothing more can be processed here
   */
  HandedOver(
      Handover handover,
      Function<Handover.Request, ProcessResult> process,
      BooleanSupplier stopped) {
    this.handover = handover;
    this.process = process;
    this.stopped = stopped;
  }

  /**
   * Processes each.
   *
   * @throws IllegalStateException at the end, if any failed
   */
  void run(List<String> directories) throws Exception {
    int failed = 0;
    for (String directory : directories) {
      try {
        Optional<Handover.Request> asked = find(directory);
        if (asked.isPresent()) {
          process(asked.get());
        }
      } catch (Exception e) {
        LOG.error("{} failed", directory, e);
        tell(directory, e);
        failed++;
        if (stopped.getAsBoolean()) {
          throw e;
        }
      } catch (Error e) {
        // Nobody knows what else it broke; the others are better off in another application.
        tell(directory, e);
        throw e;
      }
    }
    if (failed > 0) {
      throw new IllegalStateException(failed + " of " + directories.size() + " partitions failed");
    }
  }

  private Optional<Handover.Request> find(String directory) throws IOException {
    try {
      return Optional.of(handover.read(directory));
    } catch (NoSuchFileException | FileNotFoundException e) {
      LOG.info("{} was taken back", directory);
      return Optional.empty();
    }
  }

  private void process(Handover.Request asked) {
    LOG.info("{}: attempt {}", asked.request().partition(), asked.request().attempt());
    LOG.info("{}: {}", asked.request().partition(), process.apply(asked));
  }

  /** Where even that is not possible, the one who asked sees that no answer came. */
  private void tell(String directory, Throwable error) {
    try {
      handover.fail(directory, error);
    } catch (IOException e) {
      LOG.error("{}: nor could that be told", directory, e);
    }
  }
}
