package dev.tidemark.landing.check;

import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.fs.RenameProbe;
import java.util.List;

/**
 * Whether the file system renames as the protocol needs it, from every area to the next; so also
 * whether all are in one file system, mount point and encryption zone.
 */
public final class RenameCheck implements Check {
  private final String dataset;
  private final LandingFileSystem files;

  public RenameCheck(String dataset, LandingFileSystem files) {
    this.dataset = dataset;
    this.files = files;
  }

  @Override
  public String name() {
    return dataset + ": rename";
  }

  @Override
  public List<Finding> look() {
    try {
      RenameProbe.require(files);
      return List.of(
          Finding.ok(
              name(),
              "Renames are atomic, replace nothing, and work between all areas of the root."));
    } catch (LandingException.NeedsOperator e) {
      return List.of(
          Finding.failure(
              name(),
              e.getMessage(),
              "Put the whole root into one file system that renames directories atomically, and into one"
                  + " encryption zone or none."));
    } catch (LandingException.Unavailable e) {
      return List.of(
          Finding.failure(
              name(), e.getMessage(), "Remove the reason that the message names, and look again."));
    }
  }
}
