package dev.tidemark.coordinator.notify;

import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.LandingJson;
import dev.tidemark.landing.LandingZone;
import dev.tidemark.landing.fs.LandingFileSystem;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The position of one target in a root: numbered steps, of which the highest counts, and
 * compare-and-create as the only write. Holds no state; safe for any number of processes.
 */
final class Positions {
  private static final Logger LOG = LoggerFactory.getLogger(Positions.class);
  private static final Pattern NAME = Pattern.compile("(\\d{20})\\.json");
  private static final int LOOKS = 5;

  private final LandingFileSystem files;
  private final String target;

  Positions(LandingFileSystem files, String target) {
    this.files = files;
    this.target = target;
  }

  /** A position and its number. */
  record Step(long number, Position position) {}

  /**
   * The one that counts; empty for a target that was never told anything.
   *
   * @throws LandingException.Unavailable if the file system does not answer
   */
  Optional<Step> newest() {
    IOException last = null;
    for (int look = 0; look < LOOKS; look++) {
      try {
        OptionalLong number = highest();
        return number.isEmpty() ? Optional.empty() : Optional.of(read(number.getAsLong()));
      } catch (IOException e) {
        // Replaced since it was listed, perhaps.
        last = e;
      }
    }
    throw new LandingException.Unavailable(
        "The position of '" + target + "' cannot be read: " + last.getMessage(), last);
  }

  /**
   * Takes a step if nobody has taken it before.
   *
   * @return false if another was first: read again and decide again
   * @throws LandingException.OutcomeUnknown if the file system did not say what became of it
   */
  boolean create(Step step) {
    String temporary =
        LandingZone.temporary("notify-" + target + "-" + UUID.randomUUID() + ".json");
    try {
      files.makeDirectories(LandingZone.temporaryDirectory());
      files.makeDirectories(LandingZone.notified(target));
      files.writeOrRemove(temporary, LandingJson.write(step.position()));
      if (files.rename(temporary, LandingZone.notified(target, step.number()))
          != LandingFileSystem.Renamed.DONE) {
        files.deleteFile(temporary);
        return false;
      }
      // One who slept may win a name that was used and deleted; then a higher one is there.
      boolean counts = highest().orElse(-1) == step.number();
      if (counts) {
        deleteBefore(step.number());
      }
      return counts;
    } catch (IOException e) {
      throw new LandingException.OutcomeUnknown(
          "The position of '" + target + "' may not have been written: " + e.getMessage(), e);
    }
  }

  private OptionalLong highest() throws IOException {
    return files.list(LandingZone.notified(target)).stream()
        .flatMap(e -> number(e.name()).stream())
        .mapToLong(n -> n)
        .max();
  }

  private Step read(long number) throws IOException {
    String path = LandingZone.notified(target, number);
    return new Step(number, LandingJson.read(files.read(path), Position.class, path));
  }

  private void deleteBefore(long number) {
    try {
      for (LandingFileSystem.Entry e : files.list(LandingZone.notified(target))) {
        if (number(e.name()).filter(n -> n < number).isPresent()) {
          files.deleteFile(LandingZone.notified(target) + "/" + e.name());
        }
      }
    } catch (IOException e) {
      LOG.debug("{}: old positions stay: {}", target, e.getMessage());
    }
  }

  private static Optional<Long> number(String name) {
    Matcher m = NAME.matcher(name);
    return m.matches() ? Optional.of(Long.parseLong(m.group(1))) : Optional.empty();
  }
}
