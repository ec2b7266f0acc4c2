package dev.tidemark.coordinator.operations;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.LandingZone;
import dev.tidemark.landing.Manifest;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.log.PartitionState;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/** What could not be processed, as the published revisions have it. */
public final class Quarantine {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final LandingFileSystem files;

  public Quarantine(LandingFileSystem files) {
    this.files = files;
  }

  /** Reasons that contain a text, whatever its case. */
  public static Predicate<String> containing(String text) {
    String wanted = text.toLowerCase(Locale.ROOT);
    return reason -> reason.toLowerCase(Locale.ROOT).contains(wanted);
  }

  /**
   * The reasons, the commonest first.
   *
   * @param published in order of time
   * @throws LandingException.Unavailable if an hour cannot be read just now
   */
  public List<QuarantineReason> reasons(
      List<PartitionSummary> published, Predicate<String> wanted) {
    List<QuarantineReason> found = new ArrayList<>();
    for (PartitionSummary summary : published) {
      if (summary.quarantined() > 0) {
        PartitionId id = summary.partition();
        counts(id)
            .forEach(
                (reason, rows) -> {
                  if (wanted.test(reason)) {
                    found.add(new QuarantineReason(reason, rows, 1, id, id));
                  }
                });
      }
    }
    return together(found);
  }

  /**
   * One for each reason, the commonest first.
   *
   * @param parts in order of time
   */
  public static List<QuarantineReason> together(List<QuarantineReason> parts) {
    Map<String, QuarantineReason> found = new TreeMap<>();
    parts.forEach(part -> found.merge(part.reason(), part, QuarantineReason::and));
    return found.values().stream()
        .sorted(Comparator.comparingLong(QuarantineReason::rows).reversed())
        .toList();
  }

  /**
   * Rows by reason, of what is published of one partition.
   *
   * @throws LandingException.Unavailable if it cannot be read just now
   */
  public Map<String, Long> counts(PartitionId id) {
    Map<String, Long> counts = new TreeMap<>();
    try {
      JSON.readTree(files.read(LandingZone.published(id) + "/" + Manifest.FILE_NAME))
          .path("quarantined_by_reason")
          .properties()
          .forEach(reason -> counts.put(reason.getKey(), reason.getValue().asLong()));
      return counts;
    } catch (IOException e) {
      throw unavailable(id, e);
    }
  }

  /** Likewise; nothing if they cannot be read just now. */
  Optional<Map<String, Long>> countsIfReadable(PartitionId id) {
    try {
      return Optional.of(counts(id));
    } catch (LandingException.Unavailable e) {
      return Optional.empty();
    }
  }

  /**
   * Hands on the lines themselves of what is published of one partition, one at a time.
   *
   * @param taker says whether it wants more
   * @throws LandingException.Unavailable if it cannot be read just now
   */
  public void rows(PartitionState p, Predicate<QuarantinedRow> taker) {
    PartitionId id = p.id();
    FilesNow standing = new FilesNow(p);
    String directory = LandingZone.published(id) + "/" + LandingZone.QUARANTINE;
    try {
      for (LandingFileSystem.Entry file : files.list(directory)) {
        try (BufferedReader lines =
            new BufferedReader(
                new InputStreamReader(
                    files.open(directory + "/" + file.name()), StandardCharsets.UTF_8))) {
          for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (!taker.test(QuarantinedRow.of(id, JSON.readTree(line), standing))) {
              return;
            }
          }
        }
      }
    } catch (IOException e) {
      throw unavailable(id, e);
    }
  }

  static LandingException.Unavailable unavailable(PartitionId id, IOException e) {
    return new LandingException.Unavailable(
        "The quarantine of " + id + " cannot be read now: " + e.getMessage(), e);
  }
}
