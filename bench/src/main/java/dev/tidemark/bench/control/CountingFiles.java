package dev.tidemark.bench.control;

import dev.tidemark.landing.fs.ForwardingFiles;
import dev.tidemark.landing.fs.LandingFileSystem;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Counts what a file system is asked for: on HDFS each is a call or two to the NameNode. */
final class CountingFiles extends ForwardingFiles {
  private final Map<String, Long> counts = new TreeMap<>();

  CountingFiles(LandingFileSystem files) {
    super(files);
  }

  private synchronized void count(String operation) {
    counts.merge(operation, 1L, Long::sum);
  }

  /** All operations since the last such question. */
  synchronized long takeTotal() {
    long total = counts.values().stream().mapToLong(n -> n).sum();
    counts.clear();
    return total;
  }

  /** How many there were of each kind since the last such question. */
  synchronized String takeCounts() {
    String text =
        counts.entrySet().stream()
            .map(e -> String.format(Locale.ROOT, "%s %,d", e.getKey(), e.getValue()))
            .reduce((a, b) -> a + ", " + b)
            .orElse("none");
    counts.clear();
    return text;
  }

  @Override
  public NewFile create(String path) throws IOException {
    count("create");
    return super.create(path);
  }

  @Override
  public InputStream open(String path) throws IOException {
    count("open");
    return super.open(path);
  }

  @Override
  public List<Entry> list(String directory) throws IOException {
    count("list");
    return super.list(directory);
  }

  @Override
  public Optional<Entry> stat(String path) throws IOException {
    count("stat");
    return super.stat(path);
  }

  @Override
  public Renamed rename(String source, String target) throws IOException {
    count("rename");
    return super.rename(source, target);
  }

  @Override
  public void makeDirectories(String directory) throws IOException {
    count("mkdirs");
    super.makeDirectories(directory);
  }

  @Override
  public boolean deleteFile(String path) throws IOException {
    count("delete");
    return super.deleteFile(path);
  }

  @Override
  public boolean deleteEmptyDirectory(String directory) throws IOException {
    count("delete");
    return super.deleteEmptyDirectory(directory);
  }

  @Override
  public void deleteTree(String directory) throws IOException {
    count("delete");
    super.deleteTree(directory);
  }
}
