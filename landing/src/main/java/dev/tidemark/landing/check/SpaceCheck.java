package dev.tidemark.landing.check;

import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.fs.WriteProbe;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/** Whether there is room below a root: a quota is seen once it is used up. */
public final class SpaceCheck implements Check {
  private static final long GIB = 1L << 30;
  private static final long LEAST = 10 * GIB;

  private final String dataset;
  private final LandingFileSystem files;

  public SpaceCheck(String dataset, LandingFileSystem files) {
    this.dataset = dataset;
    this.files = files;
  }

  @Override
  public String name() {
    return dataset + ": space";
  }

  /** Whether a file can be made, or cannot for another reason than that there is no room. */
  public boolean hasRoom() {
    return shortage().isEmpty();
  }

  private Optional<String> shortage() {
    try {
      WriteProbe.require(files);
      return Optional.empty();
    } catch (IOException e) {
      return NoRoom.among(e);
    }
  }

  @Override
  public List<Finding> look() {
    Optional<String> shortage = shortage();
    if (shortage.isPresent()) {
      return List.of(
          Finding.failure(
              name(),
              "There is no room, so nothing is landed or published: " + shortage.get(),
              "Raise the quota ('hdfs dfs -count -q -h' of the root shows it) or make room ('retention' of the"
                  + " dataset, see 'tidemark expire'); all goes on by itself. Then look again: rights, renames and"
                  + " clock were not looked at."));
    }
    OptionalLong free;
    try {
      free = files.free();
    } catch (IOException e) {
      throw new UncheckedIOException("The free space cannot be read: " + e.getMessage(), e);
    }
    if (free.isEmpty()) {
      return List.of(Finding.ok(name(), "The file system does not say how much is free."));
    }
    String found =
        String.format(Locale.ROOT, "%.1f GiB are free.", (double) free.getAsLong() / GIB);
    return List.of(
        free.getAsLong() >= LEAST
            ? Finding.ok(name(), found)
            : Finding.warning(
                name(),
                found,
                "Set 'retention' of the dataset (see 'tidemark expire'), or make room."));
  }
}
