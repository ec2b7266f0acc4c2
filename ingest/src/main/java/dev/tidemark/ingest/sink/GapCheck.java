package dev.tidemark.ingest.sink;

import dev.tidemark.ingest.watermark.RecordProbe;
import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.TopicPartition;
import dev.tidemark.landing.log.Journal;
import dev.tidemark.landing.log.LogEntry;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ObjLongConsumer;

/**
 * Refuses a query that begins past the landed offset: the records between would be lost without a
 * word. Offsets that hold no record, such as transaction markers, are no gap. A query that has
 * begun goes on where it was, so each topic-partition is looked at once.
 */
final class GapCheck {
  private final Journal journal;
  private final RecordProbe kafka;
  private final SinkOptions.Gap policy;
  private final ObjLongConsumer<String> givenUp;
  private final Set<TopicPartition> checked = Collections.newSetFromMap(new ConcurrentHashMap<>());

  /**
   * A check that has looked at nothing yet.
   *
   * @param givenUp is told how many offsets of which topic were given up
   */
  GapCheck(
      Journal journal, RecordProbe kafka, SinkOptions.Gap policy, ObjLongConsumer<String> givenUp) {
    this.journal = journal;
    this.kafka = kafka;
    this.policy = policy;
    this.givenUp = givenUp;
  }

  /**
   * Looks at the beginning of what was read.
   *
   * @throws LandingException.NeedsOperator if there are records before it that are not landed
   */
  void check(TopicPartition source, TaskCommit.ReadSpan read) {
    if (checked.contains(source) || read.first() == TaskCommit.NO_OFFSET) {
      return;
    }
    long landed = journal.refresh().landed(source);
    if (read.first() > landed
        && kafka.holdsRecords(read.topic(), read.partition(), landed, read.first())) {
      accept(source, read, landed);
    }
    checked.add(source);
  }

  private void accept(TopicPartition source, TaskCommit.ReadSpan read, long landed) {
    String range =
        read.topic() + "-" + read.partition() + ": offsets [" + landed + ", " + read.first() + ")";
    if (policy == SinkOptions.Gap.REFUSE) {
      throw new LandingException.NeedsOperator(
          range
              + " are not landed, and the query began after them. Nothing of this micro-batch is "
              + "landed. Set the source's 'startingOffsets' to "
              + landed
              + " or 'earliest' and begin a new checkpoint, or give the sink the option "
              + "'gap' = 'record' to give them up.");
    }
    journal
        .append(
            state ->
                state.landed(source) == landed
                    ? Optional.of(
                        new LogEntry.Gap(
                            source,
                            landed,
                            read.first(),
                            "the query began after them (gap = record)"))
                    : Optional.empty())
        .ifPresent(gap -> givenUp.accept(read.topic(), read.first() - landed));
  }
}
