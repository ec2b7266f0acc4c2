package dev.tidemark.coordinator.simulation;

import dev.tidemark.coordinator.simulation.Access.Kind;
import dev.tidemark.landing.fs.LandingFileSystem;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The shared file system as one life of an actor sees it: each operation is a step. */
final class ActorFiles implements LandingFileSystem {
  private final LandingFileSystem shared;
  private final Steps steps;
  private final StableNames names;

  ActorFiles(LandingFileSystem shared, Steps steps, StableNames names) {
    this.shared = shared;
    this.steps = steps;
    this.names = names;
  }

  private <T> T step(Kind kind, String path, Steps.Operation<T> operation) throws IOException {
    return step(Access.of(kind, path), operation, () -> {});
  }

  /** A piece of an operation that is done although it failed. */
  private interface Part {
    void run() throws IOException;
  }

  private <T> T step(Access access, Steps.Operation<T> operation, Part torn) throws IOException {
    Effect effect = steps.before(access);
    switch (effect) {
      case DONE -> {
        return done(access, operation);
      }
      case CRASH -> {
        torn.run();
        steps.learnt(access, effect);
        throw new Crashed();
      }
      case LOST_REPLY -> doneUnheard(operation);
      case FAILURE -> torn.run();
      case LATE -> steps.later(access, operation);
    }
    steps.learnt(access, effect);
    throw new IOException(access + ": " + effect);
  }

  private <T> T done(Access access, Steps.Operation<T> operation) throws IOException {
    try {
      T result = operation.run();
      steps.learnt(access, result);
      return result;
    } catch (IOException e) {
      steps.learnt(access, e.getClass().getSimpleName());
      throw e;
    }
  }

  private static void doneUnheard(Steps.Operation<?> operation) {
    try {
      operation.run();
    } catch (IOException e) {
      // That it was refused is lost with the reply.
    }
  }

  @Override
  public NewFile create(String path) throws IOException {
    String stable = names.outward(path);
    return step(Kind.CREATE, stable, () -> new File(shared.create(stable), stable));
  }

  @Override
  public InputStream open(String path) throws IOException {
    String stable = names.outward(path);
    byte[] contents = step(Kind.READ, stable, () -> shared.read(stable));
    return new ByteArrayInputStream(names.inward(contents));
  }

  @Override
  public List<Entry> list(String directory) throws IOException {
    String stable = names.outward(directory);
    return step(Kind.LIST, stable, () -> shared.list(stable)).stream().map(this::inward).toList();
  }

  @Override
  public Optional<Entry> stat(String path) throws IOException {
    String stable = names.outward(path);
    return step(Kind.STAT, stable, () -> shared.stat(stable)).map(this::inward);
  }

  private Entry inward(Entry entry) {
    return new Entry(names.inward(entry.name()), entry.directory(), entry.length());
  }

  @Override
  public Renamed rename(String source, String target) throws IOException {
    String from = names.outward(source);
    String to = names.outward(target);
    return step(new Access(Kind.RENAME, from, to), () -> shared.rename(from, to), () -> {});
  }

  @Override
  public void makeDirectories(String directory) throws IOException {
    String stable = names.outward(directory);
    step(
        Kind.MAKE_DIRECTORIES,
        stable,
        () -> {
          shared.makeDirectories(stable);
          return "";
        });
  }

  @Override
  public boolean deleteFile(String path) throws IOException {
    String stable = names.outward(path);
    return step(Kind.DELETE_FILE, stable, () -> shared.deleteFile(stable));
  }

  @Override
  public boolean deleteEmptyDirectory(String directory) throws IOException {
    String stable = names.outward(directory);
    return step(Kind.DELETE_EMPTY_DIRECTORY, stable, () -> shared.deleteEmptyDirectory(stable));
  }

  @Override
  public void deleteTree(String directory) throws IOException {
    String stable = names.outward(directory);
    step(
        Kind.DELETE_TREE,
        stable,
        () -> {
          shared.deleteTree(stable);
          return "";
        });
  }

  /** A file that gets its contents when it is closed, half of them if that fails. */
  private final class File extends NewFile {
    private final NewFile file;
    private final String path;
    private final ByteArrayOutputStream buffer = new ByteArrayOutputStream();
    private boolean closed;

    File(NewFile file, String path) {
      this.file = file;
      this.path = path;
    }

    @Override
    public void write(int b) {
      buffer.write(b);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      buffer.write(bytes, offset, length);
    }

    @Override
    public long length() {
      return buffer.size();
    }

    @Override
    public void close() throws IOException {
      if (!closed) {
        closed = true;
        byte[] contents = names.outward(buffer.toByteArray());
        step(
            Access.of(Kind.CLOSE, path),
            () -> finish(contents),
            () -> finish(Arrays.copyOf(contents, contents.length / 2)));
      }
    }

    private String finish(byte[] contents) throws IOException {
      file.write(contents);
      file.close();
      return "";
    }

    @Override
    public String toString() {
      return "file";
    }
  }
}
