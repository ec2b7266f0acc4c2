package dev.tidemark.landing.check;

import dev.tidemark.landing.fs.LandingFileSystem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/** Whether the file system of a root has room. Quotas are not seen. */
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

  @Override
  public List<Finding> look() {
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
