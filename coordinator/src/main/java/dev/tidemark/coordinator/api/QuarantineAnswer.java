package dev.tidemark.coordinator.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.coordinator.api.Datasets.Served;
import dev.tidemark.coordinator.operations.PartitionPage;
import dev.tidemark.coordinator.operations.PartitionSummary;
import dev.tidemark.coordinator.operations.Quarantine;
import dev.tidemark.coordinator.operations.QuarantinedRow;
import dev.tidemark.landing.PartitionId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** Some of the lines that could not be processed, each in a bounded length. */
final class QuarantineAnswer {
  private static final int ROWS = 20;
  private static final int MOST_ROWS = 100;
  private static final int MOST_PARTITIONS = 200;
  private static final int MOST_LINES = 20_000;
  static final int MOST_BYTES = 4096;

  private final List<Row> rows = new ArrayList<>();
  private final Predicate<String> wanted;
  private final int most;
  private int looked;

  private QuarantineAnswer(Predicate<String> wanted, int most) {
    this.wanted = wanted;
    this.most = most;
  }

  /**
   * As it is told.
   *
   * @param bytes length of the line
   * @param cut whether this is not all of it
   */
  private record Row(
      PartitionId partition,
      String reason,
      String file,
      long line,
      String kafkaTopic,
      int kafkaPartition,
      long kafkaOffset,
      Optional<String> raw,
      Optional<String> rawBase64,
      int bytes,
      boolean cut) {

    static Row of(QuarantinedRow row) {
      byte[] bytes =
          row.raw()
              .map(r -> r.getBytes(UTF_8))
              .or(() -> row.rawBase64().map(Base64.getDecoder()::decode))
              .orElse(new byte[0]);
      boolean cut = bytes.length > MOST_BYTES;
      byte[] kept = cut ? Arrays.copyOf(bytes, MOST_BYTES) : bytes;
      return new Row(
          row.partition(),
          BoundedString.of(row.reason(), MOST_BYTES),
          BoundedString.of(row.file(), MOST_BYTES),
          row.line(),
          BoundedString.of(row.kafkaTopic(), MOST_BYTES),
          row.kafkaPartition(),
          row.kafkaOffset(),
          row.raw().map(r -> BoundedString.of(r, MOST_BYTES)),
          row.rawBase64().map(r -> Base64.getEncoder().encodeToString(kept)),
          bytes.length,
          cut);
    }
  }

  private record Rows(List<Row> rows, Optional<PartitionId> moreTo) {}

  static Answer of(Served dataset, Call call) {
    call.knows(Set.of("from", "to", "reason", "limit"));
    int most = call.number("limit", ROWS, MOST_ROWS);
    Predicate<String> wanted = Quarantine.containing(call.query("reason").orElse(""));
    PartitionPage page =
        dataset
            .operations()
            .newest(
                dataset.partition(call.query("from")),
                dataset.partition(call.query("to")),
                Optional.empty(),
                MOST_PARTITIONS);
    QuarantineAnswer answer = new QuarantineAnswer(wanted, most);
    return Answer.ok(answer.look(dataset, page));
  }

  private Rows look(Served dataset, PartitionPage page) {
    Quarantine quarantine = new Quarantine(dataset.files());
    List<PartitionSummary> newestFirst =
        page.partitions().stream()
            .sorted(Comparator.comparing(PartitionSummary::partition).reversed())
            .filter(p -> p.quarantined() > 0)
            .toList();
    for (PartitionSummary p : newestFirst) {
      if (rows.size() >= most || looked >= MOST_LINES) {
        return new Rows(rows, Optional.of(p.partition()));
      }
      if (quarantine.counts(p.partition()).keySet().stream().anyMatch(wanted)) {
        quarantine.rows(dataset.operations().partition(p.partition()), this::take);
      }
    }
    return new Rows(rows, page.next());
  }

  private boolean take(QuarantinedRow row) {
    looked++;
    if (wanted.test(row.reason())) {
      rows.add(Row.of(row));
    }
    return rows.size() < most && looked < MOST_LINES;
  }
}
