package dev.tidemark.landing.log;

import dev.tidemark.landing.LandedFile;
import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.LandingJson;
import dev.tidemark.landing.LandingZone;
import dev.tidemark.landing.fs.LandingFileSystem;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Keeps the entries small: an intent with many files has them in a file of their own, and its entry
 * holds that one's hash. Others see the intent with its files, wherever they stand.
 */
final class FileLists {
  /** An entry of as many files is about 300 kB, one block of a NameNode's reply. */
  static final int MOST_INSIDE = 1000;

  private final LandingFileSystem files;

  FileLists(LandingFileSystem files) {
    this.files = files;
  }

  /** The record as it is stored, its list of files written beside the log if it is long. */
  LogRecord beside(LogRecord record) throws IOException {
    if (!(record.entry() instanceof LogEntry.Land land) || land.files().size() <= MOST_INSIDE) {
      return record;
    }
    byte[] list = LandingJson.write(land.files());
    String name = String.format(Locale.ROOT, "%020d-%s.json", record.version(), record.id());
    files.makeDirectories(LandingZone.fileLists());
    files.writeOrRemove(LandingZone.fileList(name), list);
    return with(record, land, List.of(), Optional.of(new LogEntry.FileList(name, sha256(list))));
  }

  /** The record with its files, read from beside the log if they stand there. */
  LogRecord inside(LogRecord record) throws IOException {
    if (!(record.entry() instanceof LogEntry.Land land) || land.fileList().isEmpty()) {
      return record;
    }
    LogEntry.FileList list = land.fileList().get();
    String path = LandingZone.fileList(list.name());
    byte[] contents = files.read(path);
    if (!sha256(contents).equals(list.sha256())) {
      throw new LandingException.NeedsOperator(
          path
              + " is damaged: its hash is not the one that entry "
              + record.version()
              + " of the log holds.");
    }
    LandedFile[] landed = LandingJson.read(contents, LandedFile[].class, path);
    return with(record, land, Arrays.asList(landed), Optional.empty());
  }

  private static LogRecord with(
      LogRecord record,
      LogEntry.Land land,
      List<LandedFile> landed,
      Optional<LogEntry.FileList> list) {
    return new LogRecord(
        record.version(),
        record.id(),
        record.previous(),
        record.at(),
        record.by(),
        new LogEntry.Land(
            land.run(), land.epoch(), land.spans(), landed, list, land.watermark(), land.ends()));
  }

  private static String sha256(byte[] contents) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(contents));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256", e);
    }
  }
}
