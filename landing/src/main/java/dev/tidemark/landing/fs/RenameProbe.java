package dev.tidemark.landing.fs;

import dev.tidemark.landing.Area;
import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.LandingZone;
import dev.tidemark.landing.fs.LandingFileSystem.Renamed;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tries on a root what the protocol rests on: that a rename neither replaces nor nests, that it
 * fails when a parent is missing, and that a directory can go from any area to any other, which
 * quotas, encryption zones, snapshots and mount points may forbid. Leaves nothing behind.
 */
public final class RenameProbe {
  private static final Logger LOG = LoggerFactory.getLogger(RenameProbe.class);
  private static final byte[] ONE = {1};
  private static final byte[] TWO = {2};

  private final LandingFileSystem files;
  private final String name = ".probe-" + UUID.randomUUID();
  private final String scratch = LandingZone.temporary(name);

  private RenameProbe(LandingFileSystem files) {
    this.files = files;
  }

  /**
   * Tries it.
   *
   * @throws LandingException.NeedsOperator if the file system does not do what the protocol needs
   * @throws LandingException.Unavailable if it does not let itself be tried, with its reason
   */
  public static void require(LandingFileSystem files) {
    RenameProbe probe = new RenameProbe(files);
    try {
      probe.tryFiles();
      probe.tryDirectories();
      probe.tryAreas();
    } catch (IOException e) {
      throw new LandingException.Unavailable(
          "The root cannot be used now: " + e.getMessage() + ". Nothing was changed.", e);
    } finally {
      probe.tidy();
    }
  }

  private void tryFiles() throws IOException {
    files.makeDirectories(scratch);
    files.write(scratch + "/one", ONE);
    files.write(scratch + "/two", TWO);
    expect(Renamed.TARGET_EXISTS, scratch + "/two", scratch + "/one", "replaces a file");
    expect(
        Renamed.PARENT_MISSING, scratch + "/two", scratch + "/no/two", "makes a missing directory");
    expect(
        Renamed.SOURCE_MISSING, scratch + "/none", scratch + "/three", "renames what is not there");
    expect(Renamed.DONE, scratch + "/two", scratch + "/three", "does not rename a file");
    if (files.read(scratch + "/one")[0] != ONE[0] || files.read(scratch + "/three")[0] != TWO[0]) {
      throw unfit("changes the contents of a file that it renames");
    }
  }

  private void tryDirectories() throws IOException {
    makeDirectory(scratch + "/from");
    makeDirectory(scratch + "/to");
    expect(
        Renamed.TARGET_EXISTS,
        scratch + "/from",
        scratch + "/to",
        "moves a directory into another");
    if (files.stat(scratch + "/to/from").isPresent() || files.list(scratch + "/to").size() != 1) {
      throw unfit("moves a directory into another that has the target's name");
    }
  }

  private void tryAreas() throws IOException {
    List<String> places = new ArrayList<>();
    for (Area area : Area.values()) {
      files.makeDirectories(area.directory());
      places.add(area.directory() + "/" + name);
    }
    makeDirectory(places.get(0));
    for (int i = 1; i < places.size(); i++) {
      expect(
          Renamed.DONE,
          places.get(i - 1),
          places.get(i),
          "does not rename a directory from " + places.get(i - 1) + " to " + places.get(i));
    }
  }

  private void makeDirectory(String directory) throws IOException {
    files.makeDirectories(directory);
    files.write(directory + "/file", ONE);
  }

  private void expect(Renamed expected, String source, String target, String otherwise)
      throws IOException {
    Renamed renamed = files.rename(source, target);
    if (renamed != expected) {
      throw unfit(otherwise + " (" + renamed + ")");
    }
  }

  private static LandingException unfit(String what) {
    return new LandingException.NeedsOperator(
        "The file system of the root is not fit for landing: a rename "
            + what
            + ". All areas of a root must be in one file system, mount point and encryption zone, without snapshots"
            + " below the root; docs/landing-protocol.md says which file systems will do.");
  }

  private void tidy() {
    List<String> left = new ArrayList<>(List.of(scratch));
    for (Area area : Area.values()) {
      left.add(area.directory() + "/" + name);
    }
    for (String directory : left) {
      try {
        files.deleteTree(directory);
      } catch (IOException e) {
        LOG.debug("{} stays: {}", directory, e.getMessage());
      }
    }
  }
}
