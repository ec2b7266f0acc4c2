package dev.tidemark.coordinator.simulation;

import dev.tidemark.landing.LandingZone;
import dev.tidemark.landing.fs.ForwardingFiles;
import dev.tidemark.landing.fs.LandingFileSystem;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The shared root, whose log entries are kept aside, for the verdict, when they are cleaned up. */
final class KeptLog extends ForwardingFiles {
  private final List<byte[]> entries = new ArrayList<>();

  KeptLog(LandingFileSystem root) {
    super(root);
  }

  @Override
  public boolean deleteFile(String path) throws IOException {
    if (path.startsWith(LandingZone.logDirectory() + "/") && stat(path).isPresent()) {
      entries.add(read(path));
    }
    return super.deleteFile(path);
  }

  List<byte[]> entries() {
    return entries;
  }
}
