package dev.tidemark.landing.log;

import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.LandingJson;
import dev.tidemark.landing.LandingZone;
import dev.tidemark.landing.fs.LandingFileSystem;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Checkpoints of the landing log: each holds the whole state as of one version, so that a reader
 * need not begin at entry 0 and old entries can go. They stand in a directory of their own, with
 * version and time in their names, because readers list it often: whether a version is missing
 * because it was never written or because it was cleaned up, only a checkpoint tells.
 */
final class Checkpoints {
  private static final Pattern NAME = Pattern.compile("(\\d{20})-(\\d{1,19})\\.json");
  private static final int LOOKS = 5;

  private final LandingFileSystem files;

  Checkpoints(LandingFileSystem files) {
    this.files = files;
  }

  /** A checkpoint by its name: the version that it folds, and the writer's clock. */
  private record Name(String name, long version, Instant at) {
    String path() {
      return LandingZone.checkpoints() + "/" + name;
    }
  }

  /** Version of the newest one; -1 if there is none. */
  long newest() {
    return names().stream().mapToLong(Name::version).max().orElse(-1);
  }

  /**
   * The newest state that a checkpoint holds, if it is of a later version than {@code version}.
   *
   * @throws LandingException.Unavailable if the file system does not answer
   */
  Optional<LandingState> after(long version) {
    return readOf(
        () ->
            names().stream()
                .filter(n -> n.version() > version)
                .max(Comparator.comparing(Name::version)));
  }

  /**
   * The state that the first checkpoint after a version holds; empty if there is none.
   *
   * @throws LandingException.Unavailable if the file system does not answer
   */
  Optional<LandingState> firstAfter(long version) {
    return readOf(
        () ->
            names().stream()
                .filter(n -> n.version() > version)
                .min(Comparator.comparing(Name::version)));
  }

  /**
   * The state of the newest checkpoint that is not of a later version; empty if there is none.
   *
   * @throws LandingException.Unavailable if the file system does not answer
   */
  Optional<LandingState> lastUntil(long version) {
    return readOf(
        () ->
            names().stream()
                .filter(n -> n.version() <= version)
                .max(Comparator.comparing(Name::version)));
  }

  private Optional<LandingState> readOf(Supplier<Optional<Name>> choice) {
    IOException last = null;
    for (int look = 0; look < LOOKS; look++) {
      Optional<Name> name = choice.get();
      if (name.isEmpty()) {
        return Optional.empty();
      }
      try {
        return Optional.of(read(name.get()));
      } catch (IOException e) {
        // Cleaned up since it was listed, for there is a newer one; or the file system is away.
        last = e;
      }
    }
    throw unavailable(last);
  }

  private LandingState read(Name name) throws IOException {
    return LandingJson.read(files.read(name.path()), LandingState.class, name.path());
  }

  /** Versions of all, the newest first. */
  List<Long> versions() {
    return names().stream()
        .map(Name::version)
        .distinct()
        .sorted(Comparator.reverseOrder())
        .toList();
  }

  /**
   * The state that the newest checkpoint of a version holds.
   *
   * @throws LandingException.NeedsOperator if it is damaged
   */
  LandingState at(long version) {
    Name name =
        names().stream()
            .filter(n -> n.version() == version)
            .max(Comparator.comparing(Name::at))
            .orElseThrow();
    try {
      return LandingJson.read(files.read(name.path()), LandingState.class, name.path());
    } catch (IOException e) {
      throw unavailable(e);
    }
  }

  /** Writes a checkpoint; of one version there may be several, which say the same. */
  void write(LandingState state, Instant at) throws IOException {
    String name = String.format(Locale.ROOT, "%020d-%d.json", state.version(), at.toEpochMilli());
    String temporary = LandingZone.temporary("checkpoint-" + UUID.randomUUID() + ".json");
    files.makeDirectories(LandingZone.temporaryDirectory());
    files.makeDirectories(LandingZone.checkpoints());
    files.writeOrRemove(temporary, LandingJson.write(state));
    if (files.rename(temporary, LandingZone.checkpoints() + "/" + name)
        != LandingFileSystem.Renamed.DONE) {
      files.deleteFile(temporary);
    }
  }

  /**
   * Deletes what nobody needs any more: checkpoints written before the newest of those that are
   * older than {@code before}, and the entries before that one's. The entry of its own version
   * stays: whoever wins a name that was deleted is then behind a checkpoint, and never beside the
   * newest.
   *
   * @return the number of entries deleted
   */
  int cleanUp(Instant before) throws IOException {
    List<Name> all = names();
    Optional<Name> kept =
        all.stream().filter(n -> n.at().isBefore(before)).max(Comparator.comparing(Name::version));
    if (kept.isEmpty()) {
      return 0;
    }
    long version = kept.get().version();
    int deleted = deleteBefore(LandingZone.logDirectory(), version);
    deleteBefore(LandingZone.fileLists(), version);
    for (Name name : all) {
      if (name.version() < version) {
        files.deleteFile(name.path());
      }
    }
    return deleted;
  }

  /** Names begin with the version, so a sleeper's void entries go with the others. */
  private int deleteBefore(String directory, long version) throws IOException {
    int deleted = 0;
    for (LandingFileSystem.Entry e : files.list(directory)) {
      if (!e.directory()
          && versionOf(e.name()) < version
          && files.deleteFile(directory + "/" + e.name())) {
        deleted++;
      }
    }
    return deleted;
  }

  private static long versionOf(String name) {
    int digits = 0;
    while (digits < name.length() && Character.isDigit(name.charAt(digits))) {
      digits++;
    }
    return digits == 20 ? Long.parseLong(name.substring(0, digits)) : Long.MAX_VALUE;
  }

  private List<Name> names() {
    IOException last = null;
    for (int look = 0; look < LOOKS; look++) {
      try {
        return list();
      } catch (IOException e) {
        last = e;
      }
    }
    throw unavailable(last);
  }

  private List<Name> list() throws IOException {
    List<Name> found = new ArrayList<>();
    for (LandingFileSystem.Entry e : files.list(LandingZone.checkpoints())) {
      Matcher m = NAME.matcher(e.name());
      if (m.matches()) {
        found.add(
            new Name(
                e.name(),
                Long.parseLong(m.group(1)),
                Instant.ofEpochMilli(Long.parseLong(m.group(2)))));
      }
    }
    return found;
  }

  private static LandingException unavailable(IOException e) {
    return e instanceof NoSuchFileException
        ? new LandingException.Unavailable("Checkpoints vanish while they are read", e)
        : new LandingException.Unavailable(
            "The checkpoints of the log cannot be read: " + e.getMessage(), e);
  }
}
