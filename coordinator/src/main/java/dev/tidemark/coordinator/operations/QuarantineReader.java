package dev.tidemark.coordinator.operations;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.LandingZone;
import dev.tidemark.landing.Manifest;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.log.PartitionState;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Reads the quarantined lines of one partition page by page. All pages are of one revision: where
 * another has taken its place meanwhile, with lines of its own, the next page is refused.
 */
public final class QuarantineReader {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /** Characters of what is handed on at once, but for the last line. */
  private static final int LARGEST_PAGE = 4 * 1024 * 1024;

  private static final int MOST_LOOKS = 20_000;

  private final LandingFileSystem files;
  private final PartitionId id;
  private final String directory;

  public QuarantineReader(LandingFileSystem files, PartitionId id) {
    this.files = files;
    this.id = id;
    this.directory = LandingZone.published(id) + "/" + LandingZone.QUARANTINE;
  }

  /**
   * Some lines, in order.
   *
   * @param p the partition as the log has it; nothing is in quarantine of one that readers do not
   *     see
   * @param cursor {@code next} of the page before
   * @param most lines to hand on; fewer where they are long, or where many others lie between
   * @throws IllegalArgumentException if the cursor is none
   * @throws RefusedException if the lines are those of another revision by now
   * @throws LandingException.Unavailable if it cannot be read just now
   */
  public QuarantinePage page(
      PartitionState p, Predicate<String> wanted, Optional<String> cursor, int most) {
    Optional<QuarantineCursor> from = cursor.map(QuarantineCursor::parse);
    try {
      if (p.publication().isEmpty() || p.isFinalExpired()) {
        requireSame(from, "");
        return new QuarantinePage(List.of(), Optional.empty());
      }
      String attempt = attempt();
      requireSame(from, attempt);
      QuarantineCursor start = from.orElseGet(() -> new QuarantineCursor(attempt, "", 0));
      QuarantinePage page = new Page(new FilesNow(p), wanted, most).from(start);
      // A revision takes the place of another between any two files that are opened.
      requireSame(Optional.of(start), attempt());
      return page;
    } catch (IOException e) {
      throw Quarantine.unavailable(id, e);
    }
  }

  private String attempt() throws IOException {
    return JSON.readTree(files.read(LandingZone.published(id) + "/" + Manifest.FILE_NAME))
        .path("attempt")
        .asText();
  }

  private void requireSame(Optional<QuarantineCursor> cursor, String attempt) {
    if (cursor.filter(c -> !c.attempt().equals(attempt)).isPresent()) {
      throw new RefusedException(
          "Another revision of "
              + id
              + " has taken the place of the one whose quarantined lines were being read, and has lines"
              + " of its own. Begin again with the first line.");
    }
  }

  /** Takes lines until it has enough of them. */
  private final class Page {
    private final FilesNow standing;
    private final Predicate<String> wanted;
    private final int most;
    private final List<QuarantinedRow> rows = new ArrayList<>();
    private int looks;
    private long length;

    Page(FilesNow standing, Predicate<String> wanted, int most) {
      this.standing = standing;
      this.wanted = wanted;
      this.most = most;
    }

    private boolean isFull() {
      return rows.size() >= most || length > LARGEST_PAGE || looks >= MOST_LOOKS;
    }

    QuarantinePage from(QuarantineCursor start) throws IOException {
      for (LandingFileSystem.Entry file : files.list(directory)) {
        int order = file.name().compareTo(start.file());
        if (order >= 0) {
          Optional<QuarantineCursor> next =
              read(
                  new QuarantineCursor(
                      start.attempt(), file.name(), order > 0 ? 0 : start.offset()));
          if (next.isPresent()) {
            return new QuarantinePage(rows, next.map(QuarantineCursor::toString));
          }
        }
      }
      return new QuarantinePage(rows, Optional.empty());
    }

    /** Where it goes on, if there is a line more than it takes. */
    private Optional<QuarantineCursor> read(QuarantineCursor from) throws IOException {
      try (OffsetLines lines =
          OffsetLines.from(files.open(directory + "/" + from.file()), from.offset())) {
        long offset = lines.offset();
        for (Optional<String> line = lines.next(); line.isPresent(); line = lines.next()) {
          if (isFull()) {
            return Optional.of(new QuarantineCursor(from.attempt(), from.file(), offset));
          }
          take(QuarantinedRow.of(id, JSON.readTree(line.get()), standing));
          offset = lines.offset();
        }
        return Optional.empty();
      }
    }

    private void take(QuarantinedRow row) {
      looks++;
      if (wanted.test(row.reason())) {
        rows.add(row);
        length += row.length();
      }
    }
  }
}
