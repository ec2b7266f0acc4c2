package dev.tidemark.batch.process;

import dev.tidemark.landing.fs.LandingFileSystem;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Files on the local disk, for one writer: enough for processing, which never races. */
record LocalFiles(Path root) implements LandingFileSystem {

  private Path at(String path) {
    if (path.isEmpty() || path.startsWith("/")) {
      throw new IllegalArgumentException("Not relative to the root: '" + path + "'");
    }
    return root.resolve(path);
  }

  @Override
  public NewFile create(String path) throws IOException {
    OutputStream out = Files.newOutputStream(at(path), StandardOpenOption.CREATE_NEW);
    return new NewFile() {
      private long length;

      @Override
      public void write(int b) throws IOException {
        out.write(b);
        length++;
      }

      @Override
      public void write(byte[] bytes, int from, int count) throws IOException {
        out.write(bytes, from, count);
        length += count;
      }

      @Override
      public long length() {
        return length;
      }

      @Override
      public void close() throws IOException {
        out.close();
      }
    };
  }

  @Override
  public InputStream open(String path) throws IOException {
    return Files.newInputStream(at(path));
  }

  @Override
  public List<Entry> list(String directory) throws IOException {
    try (Stream<Path> listed = Files.list(at(directory))) {
      return listed.map(LocalFiles::entry).sorted(Comparator.comparing(Entry::name)).toList();
    } catch (NoSuchFileException e) {
      return List.of();
    }
  }

  @Override
  public Optional<Entry> stat(String path) {
    return Optional.of(at(path)).filter(Files::exists).map(LocalFiles::entry);
  }

  private static Entry entry(Path path) {
    boolean directory = Files.isDirectory(path);
    return new Entry(
        path.getFileName().toString(), directory, directory ? 0 : path.toFile().length());
  }

  @Override
  public Renamed rename(String source, String target) throws IOException {
    if (stat(source).isEmpty()) {
      return Renamed.SOURCE_MISSING;
    }
    if (stat(target).isPresent()) {
      return Renamed.TARGET_EXISTS;
    }
    if (!Files.isDirectory(at(target).getParent())) {
      return Renamed.PARENT_MISSING;
    }
    Files.move(at(source), at(target));
    return Renamed.DONE;
  }

  @Override
  public void makeDirectories(String directory) throws IOException {
    Files.createDirectories(at(directory));
  }

  @Override
  public boolean deleteFile(String path) throws IOException {
    return Files.deleteIfExists(at(path));
  }

  @Override
  public boolean deleteEmptyDirectory(String directory) throws IOException {
    return list(directory).isEmpty() && Files.deleteIfExists(at(directory));
  }

  @Override
  public void deleteTree(String directory) throws IOException {
    for (Entry entry : list(directory)) {
      String path = directory + "/" + entry.name();
      if (entry.directory()) {
        deleteTree(path);
      } else {
        deleteFile(path);
      }
    }
    deleteEmptyDirectory(directory);
  }
}
