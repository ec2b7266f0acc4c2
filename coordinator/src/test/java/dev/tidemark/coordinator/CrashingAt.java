package dev.tidemark.coordinator;

import dev.tidemark.landing.fs.LandingFileSystem;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;

/** One process's view of a file system: it does so many operations, and after that no more. */
final class CrashingAt implements LandingFileSystem {
  private final LandingFileSystem files;
  private int left;

  CrashingAt(LandingFileSystem files, int operations) {
    this.files = files;
    this.left = operations;
  }

  private LandingFileSystem alive() throws IOException {
    if (left-- <= 0) {
      throw new IOException("the process has crashed");
    }
    return files;
  }

  @Override
  public NewFile create(String path) throws IOException {
    return alive().create(path);
  }

  @Override
  public InputStream open(String path) throws IOException {
    return alive().open(path);
  }

  @Override
  public List<Entry> list(String directory) throws IOException {
    return alive().list(directory);
  }

  @Override
  public Optional<Entry> stat(String path) throws IOException {
    return alive().stat(path);
  }

  @Override
  public Renamed rename(String source, String target) throws IOException {
    return alive().rename(source, target);
  }

  @Override
  public void makeDirectories(String directory) throws IOException {
    alive().makeDirectories(directory);
  }

  @Override
  public boolean deleteFile(String path) throws IOException {
    return alive().deleteFile(path);
  }

  @Override
  public boolean deleteEmptyDirectory(String directory) throws IOException {
    return alive().deleteEmptyDirectory(directory);
  }

  @Override
  public void deleteTree(String directory) throws IOException {
    alive().deleteTree(directory);
  }
}
