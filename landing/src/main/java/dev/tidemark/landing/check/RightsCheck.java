package dev.tidemark.landing.check;

import dev.tidemark.landing.Area;
import dev.tidemark.landing.LandingZone;
import dev.tidemark.landing.WithoutTrace;
import dev.tidemark.landing.fs.LandingFileSystem;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;

/** Whether this user may create, rename and delete in every directory of a root. */
public final class RightsCheck implements Check {
  private static final byte[] ANYTHING = {1};

  /** HDFS's exception comes from a remote server, and its class is not known here. */
  private static final String SAFE_MODE = "safe mode";

  private final String dataset;
  private final LandingFileSystem files;

  public RightsCheck(String dataset, LandingFileSystem files) {
    this.dataset = dataset;
    this.files = files;
  }

  @Override
  public String name() {
    return dataset + ": rights";
  }

  @Override
  public List<Finding> look() {
    List<String> directories = new ArrayList<>();
    Arrays.stream(Area.values()).map(Area::directory).forEach(directories::add);
    directories.add(LandingZone.parent(LandingZone.logDirectory()));
    SortedMap<String, IOException> failed = new TreeMap<>();
    for (String directory : directories) {
      try {
        tryIn(directory);
      } catch (IOException e) {
        failed.put(directory, e);
      }
    }
    if (failed.isEmpty()) {
      return List.of(
          Finding.ok(name(), "Files can be created, renamed and deleted in every directory."));
    }
    if (failed.size() == directories.size()) {
      // One cause, as a rule: no rights at all, or a file system that takes nothing now.
      return List.of(finding("any directory", failed.get(failed.firstKey())));
    }
    return failed.entrySet().stream().map(f -> finding(f.getKey(), f.getValue())).toList();
  }

  private Finding finding(String where, IOException error) {
    return Finding.failure(
        name(),
        "Files cannot be created, renamed and deleted in "
            + where
            + ": "
            + WithoutTrace.of(error.toString()),
        NoRoom.among(error).isPresent()
            ? "Raise the quota ('hdfs dfs -count -q -h' of the directory shows it), or make room there."
            : error.toString().contains(SAFE_MODE)
                ? "Everything waits, and goes on by itself, once the NameNode has left safe mode: 'hdfs dfsadmin"
                    + " -safemode get' tells, and '-safemode leave' ends it where somebody entered it."
                : "Unless the message says what else is wrong, give the user that runs Tidemark ("
                    + System.getProperty("user.name")
                    + ", unless Hadoop says otherwise) all rights below the root.");
  }

  private void tryIn(String directory) throws IOException {
    String one = directory + "/.doctor-" + UUID.randomUUID();
    String other = one + "-renamed";
    files.makeDirectories(directory);
    try {
      files.write(one, ANYTHING);
      if (files.rename(one, other) != LandingFileSystem.Renamed.DONE) {
        throw new IOException(one + " was not renamed");
      }
    } finally {
      files.deleteFile(one);
      files.deleteFile(other);
    }
  }
}
