package dev.tidemark.landing.fs;

import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** A file system that is another one, but for what a subclass does otherwise. */
public class ForwardingFiles implements LandingFileSystem {
  private final LandingFileSystem files;

  public ForwardingFiles(LandingFileSystem files) {
    this.files = files;
  }

  @Override
  public NewFile create(String path) throws IOException {
    return files.create(path);
  }

  @Override
  public InputStream open(String path) throws IOException {
    return files.open(path);
  }

  @Override
  public List<Entry> list(String directory) throws IOException {
    return files.list(directory);
  }

  @Override
  public Optional<Entry> stat(String path) throws IOException {
    return files.stat(path);
  }

  @Override
  public Renamed rename(String source, String target) throws IOException {
    return files.rename(source, target);
  }

  @Override
  public void makeDirectories(String directory) throws IOException {
    files.makeDirectories(directory);
  }

  @Override
  public boolean deleteFile(String path) throws IOException {
    return files.deleteFile(path);
  }

  @Override
  public boolean deleteEmptyDirectory(String directory) throws IOException {
    return files.deleteEmptyDirectory(directory);
  }

  @Override
  public void deleteTree(String directory) throws IOException {
    files.deleteTree(directory);
  }

  @Override
  public Optional<Instant> modified(String path) throws IOException {
    return files.modified(path);
  }

  @Override
  public OptionalLong free() throws IOException {
    return files.free();
  }
}
