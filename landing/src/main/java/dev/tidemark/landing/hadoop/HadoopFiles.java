package dev.tidemark.landing.hadoop;

import dev.tidemark.landing.fs.LandingFileSystem;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.ParentNotDirectoryException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathIsNotEmptyDirectoryException;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.ipc.RemoteException;

/**
 * A root on HDFS, or on another file system of Hadoop's with an atomic rename. Renames go through
 * {@link FileContext}, for {@code FileSystem.rename} nests a directory inside one that has the
 * target's name and answers false for failures.
 */
final class HadoopFiles implements LandingFileSystem {
  private final FileContext context;
  private final Path root;
  private final Options.CreateOpts[] createOptions;

  HadoopFiles(URI root, Configuration configuration) throws IOException {
    this(root, FileContext.getFileContext(root, configuration));
  }

  /**
   * With a context of the caller's.
   *
   * @param createOptions for every new file
   */
  HadoopFiles(URI root, FileContext context, Options.CreateOpts... createOptions) {
    this.context = context;
    this.root = new Path(root);
    this.createOptions = Arrays.copyOf(createOptions, createOptions.length + 1);
    this.createOptions[createOptions.length] = Options.CreateOpts.donotCreateParent();
  }

  @Override
  public NewFile create(String path) throws IOException {
    try {
      return new HadoopFile(
          context.create(resolve(path), EnumSet.of(CreateFlag.CREATE), createOptions));
    } catch (org.apache.hadoop.fs.FileAlreadyExistsException e) {
      throw because(new FileAlreadyExistsException(path), e);
    } catch (FileNotFoundException | ParentNotDirectoryException e) {
      throw because(new NoSuchFileException(path), e);
    }
  }

  @Override
  public InputStream open(String path) throws IOException {
    try {
      return context.open(resolve(path));
    } catch (FileNotFoundException e) {
      throw because(new NoSuchFileException(path), e);
    }
  }

  @Override
  public List<Entry> list(String directory) throws IOException {
    List<Entry> entries = new ArrayList<>();
    try {
      RemoteIterator<FileStatus> found = context.listStatus(resolve(directory));
      while (found.hasNext()) {
        entries.add(entry(found.next()));
      }
    } catch (FileNotFoundException e) {
      return List.of();
    }
    entries.sort(Comparator.comparing(Entry::name));
    return entries;
  }

  @Override
  public Optional<Entry> stat(String path) throws IOException {
    try {
      return Optional.of(entry(context.getFileStatus(resolve(path))));
    } catch (FileNotFoundException e) {
      return Optional.empty();
    }
  }

  @Override
  public Renamed rename(String source, String target) throws IOException {
    try {
      context.rename(resolve(source), resolve(target), Options.Rename.NONE);
      return Renamed.DONE;
    } catch (org.apache.hadoop.fs.FileAlreadyExistsException e) {
      return stat(source).isPresent() ? Renamed.TARGET_EXISTS : Renamed.SOURCE_MISSING;
    } catch (FileNotFoundException e) {
      if (stat(source).isEmpty()) {
        return Renamed.SOURCE_MISSING;
      }
      if (context.util().exists(resolve(target).getParent())) {
        throw e;
      }
      return Renamed.PARENT_MISSING;
    } catch (RemoteException e) {
      // A file onto a directory is a plain IOException of the NameNode's.
      if (stat(source).isPresent() && stat(target).isPresent()) {
        return Renamed.TARGET_EXISTS;
      }
      throw e;
    }
  }

  @Override
  public void makeDirectories(String directory) throws IOException {
    context.mkdir(resolve(directory), FileContext.DIR_DEFAULT_PERM, true);
  }

  @Override
  public boolean deleteFile(String path) throws IOException {
    Optional<Entry> found = stat(path);
    return found.isPresent() && !found.get().directory() && delete(path, false);
  }

  @Override
  public boolean deleteEmptyDirectory(String directory) throws IOException {
    Optional<Entry> found = stat(directory);
    if (found.isEmpty() || !found.get().directory()) {
      return false;
    }
    try {
      return delete(directory, false);
    } catch (PathIsNotEmptyDirectoryException e) {
      return false;
    }
  }

  @Override
  public void deleteTree(String directory) throws IOException {
    delete(directory, true);
  }

  @Override
  public Optional<Instant> modified(String path) throws IOException {
    return Optional.of(
        Instant.ofEpochMilli(context.getFileStatus(resolve(path)).getModificationTime()));
  }

  @Override
  public OptionalLong free() throws IOException {
    return OptionalLong.of(context.getFsStatus(root).getRemaining());
  }

  private boolean delete(String path, boolean recursive) throws IOException {
    try {
      return context.delete(resolve(path), recursive);
    } catch (FileNotFoundException e) {
      return false;
    }
  }

  private Path resolve(String path) {
    return path.isEmpty() ? root : new Path(root, path);
  }

  private static Entry entry(FileStatus status) {
    return new Entry(
        status.getPath().getName(),
        status.isDirectory(),
        status.isDirectory() ? 0 : status.getLen());
  }

  private static IOException because(IOException ours, IOException cause) {
    ours.initCause(cause);
    return ours;
  }

  /**
   * HDFS throws the very exception that a file has failed with whenever the file is touched again,
   * and a try-with-resources cannot add an exception to itself.
   */
  private static final class HadoopFile extends NewFile {
    private final FSDataOutputStream out;
    private boolean closed;
    private IOException failure;

    HadoopFile(FSDataOutputStream out) {
      this.out = out;
    }

    @Override
    public void write(int b) throws IOException {
      try {
        out.write(b);
      } catch (IOException e) {
        throw failed(e);
      }
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      try {
        out.write(bytes, offset, length);
      } catch (IOException e) {
        throw failed(e);
      }
    }

    @Override
    public long length() {
      return out.getPos();
    }

    @Override
    public void close() throws IOException {
      if (closed) {
        return;
      }
      closed = true;
      try {
        out.hsync();
      } catch (IOException e) {
        closeQuietly();
        throw failed(e);
      }
      try {
        out.close();
      } catch (IOException e) {
        throw failed(e);
      }
    }

    private void closeQuietly() {
      try {
        out.close();
      } catch (IOException e) {
        // Why the sync failed says more.
      }
    }

    /** The exception, or another with its text and cause if it was thrown before. */
    private IOException failed(IOException e) {
      if (e == failure) {
        return new IOException(e.toString(), e);
      }
      failure = e;
      return e;
    }
  }
}
