package dev.tidemark.landing.log;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.tidemark.landing.EmptyHours;
import dev.tidemark.landing.GenerationId;
import dev.tidemark.landing.Granularity;
import dev.tidemark.landing.LandedFile;
import dev.tidemark.landing.Manifest;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.TopicPartition;
import dev.tidemark.landing.WithoutTrace;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;

/**
 * What one entry of the landing log says. The type names and components are the log's format on
 * disk; a reader that meets a type it does not know stops, for it cannot know the state.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @JsonSubTypes.Type(value = LogEntry.Created.class, name = "created"),
  @JsonSubTypes.Type(value = LogEntry.TopicAdded.class, name = "topic-added"),
  @JsonSubTypes.Type(value = LogEntry.TopicReset.class, name = "topic-reset"),
  @JsonSubTypes.Type(value = LogEntry.TopicRetired.class, name = "topic-retired"),
  @JsonSubTypes.Type(value = LogEntry.Gap.class, name = "gap"),
  @JsonSubTypes.Type(value = LogEntry.Land.class, name = "land"),
  @JsonSubTypes.Type(value = LogEntry.Landed.class, name = "landed"),
  @JsonSubTypes.Type(value = LogEntry.Progress.class, name = "progress"),
  @JsonSubTypes.Type(value = LogEntry.Close.class, name = "close"),
  @JsonSubTypes.Type(value = LogEntry.Staged.class, name = "staged"),
  @JsonSubTypes.Type(value = LogEntry.Archived.class, name = "archived"),
  @JsonSubTypes.Type(value = LogEntry.Publish.class, name = "publish"),
  @JsonSubTypes.Type(value = LogEntry.Published.class, name = "published"),
  @JsonSubTypes.Type(value = LogEntry.Failed.class, name = "failed"),
  @JsonSubTypes.Type(value = LogEntry.Held.class, name = "held"),
  @JsonSubTypes.Type(value = LogEntry.Released.class, name = "released"),
  @JsonSubTypes.Type(value = LogEntry.Reprocess.class, name = "reprocess"),
  @JsonSubTypes.Type(value = LogEntry.Rollback.class, name = "rollback"),
  @JsonSubTypes.Type(value = LogEntry.Expire.class, name = "expire"),
  @JsonSubTypes.Type(value = LogEntry.Expired.class, name = "expired"),
  @JsonSubTypes.Type(value = LogEntry.Claim.class, name = "claim"),
  @JsonSubTypes.Type(value = LogEntry.IngestClaim.class, name = "ingest-claim"),
  @JsonSubTypes.Type(value = LogEntry.Fence.class, name = "fence"),
})
public sealed interface LogEntry {

  /** An entry about one partition. */
  sealed interface OfPartition extends LogEntry {
    PartitionId partition();
  }

  /** An entry about one generation. */
  sealed interface OfGeneration extends OfPartition {
    GenerationId generation();

    @Override
    default PartitionId partition() {
      return generation().partition();
    }
  }

  /** Always entry 0: what this root is. A configuration that disagrees is refused. */
  record Created(
      int format, String dataset, String rootId, Granularity granularity, String kafkaCluster)
      implements LogEntry {
    /** The format that this program writes and the newest that it reads. */
    public static final int FORMAT = 1;
  }

  /**
   * A topic is read from now on.
   *
   * @param starts where its partitions begin; one that is not named, because it was added later,
   *     begins at 0
   */
  record TopicAdded(String name, String topicId, SortedMap<Integer, Long> starts)
      implements LogEntry {}

  /** An operator's word that the topic was created anew: {@code topicId} takes over the name. */
  record TopicReset(String name, String topicId, SortedMap<Integer, Long> starts, String reason)
      implements LogEntry {}

  /** The topic is not read any more and does not hold the watermark. */
  record TopicRetired(String topicId, String reason) implements LogEntry {}

  /** Offsets {@code [from, until)} are lost, with the operator's consent. */
  record Gap(TopicPartition source, long from, long until, String reason) implements LogEntry {}

  /**
   * Offsets of one topic-partition read by one micro-batch.
   *
   * @param from the landed offset before
   * @param until last offset read, plus one
   * @param rows lines written
   * @param nulls null values, which write no line
   * @param ignoredTimes records whose time was missing or too far ahead; they land by landing time
   * @param maxTime greatest record time that was not ignored
   */
  record Span(
      TopicPartition source,
      long from,
      long until,
      long rows,
      long nulls,
      long ignoredTimes,
      Optional<Instant> maxTime) {}

  /**
   * The intent to publish one micro-batch. Its files stand in {@code raw/.inflight/<run>/<epoch>/}
   * and every one is renamed to its generation's directory by whoever gets there first.
   *
   * @param spans one a topic-partition
   * @param watermark after this batch; absent while some topic-partition has none
   * @param fileList where {@code files} stands when there are too many for an entry; only on disk,
   *     for {@link LandingLog} puts them there and reads them back
   * @param ends end offsets seen, by topic-partition
   */
  record Land(
      String run,
      long epoch,
      List<Span> spans,
      List<LandedFile> files,
      Optional<FileList> fileList,
      Optional<Instant> watermark,
      Map<TopicPartition, Long> ends)
      implements LogEntry {
    public Land(
        String run,
        long epoch,
        List<Span> spans,
        List<LandedFile> files,
        Optional<Instant> watermark,
        Map<TopicPartition, Long> ends) {
      this(run, epoch, spans, files, Optional.empty(), watermark, ends);
    }

    public Land {
      spans = List.copyOf(spans);
      files = List.copyOf(files);
      ends = Map.copyOf(ends);
    }
  }

  /**
   * A list of landed files beside the log.
   *
   * @param name of the file in {@code _landing/lists}
   * @param sha256 of its contents, in hexadecimal
   */
  record FileList(String name, String sha256) {}

  /** Every file of the intent at version {@code land} is in place. */
  record Landed(long land) implements LogEntry {}

  /** Offsets moved without lines, or the watermark moved while the topics were idle. */
  record Progress(
      String run, List<Span> spans, Optional<Instant> watermark, Map<TopicPartition, Long> ends)
      implements LogEntry {
    public Progress {
      spans = List.copyOf(spans);
      ends = Map.copyOf(ends);
    }
  }

  /** Why a generation was closed. */
  enum CloseReason {
    WATERMARK,
    FORCED,
    LATE_QUIET,
    LATE_WAIT
  }

  /**
   * The generation takes no more files. The counts are those of its manifest.
   *
   * @param base what the partition's record says, when the partition had left the state before
   * @param note what the person says who forced it
   * @param emptyHours says that nothing is published of it, for nothing landed in it; absent where
   *     that is not so, as in every log of before this could be said
   */
  record Close(
      GenerationId generation,
      CloseReason reason,
      String manifestHash,
      int files,
      long rows,
      long bytes,
      Optional<Base> base,
      Optional<String> note,
      Optional<EmptyHours> emptyHours)
      implements OfGeneration {

    public Close {
      emptyHours = emptyHours.filter(e -> e == EmptyHours.SKIP);
    }

    /** The close of what a manifest lists; if that is nothing, it is published all the same. */
    public static Close of(
        Manifest manifest, CloseReason reason, Optional<Base> base, Optional<String> note) {
      return of(manifest, reason, base, note, EmptyHours.PUBLISH);
    }

    /** The close of what a manifest lists, with what becomes of it if that is nothing. */
    public static Close of(
        Manifest manifest,
        CloseReason reason,
        Optional<Base> base,
        Optional<String> note,
        EmptyHours emptyHours) {
      return new Close(
          manifest.generation(),
          reason,
          manifest.hash(),
          manifest.files().size(),
          manifest.rows(),
          manifest.bytes(),
          base,
          note,
          Optional.of(emptyHours).filter(e -> manifest.files().isEmpty()));
    }

    /** Whether nothing is published of it, because nothing landed in it. */
    public boolean isSkipped() {
      return emptyHours.isPresent();
    }
  }

  /**
   * Summary of a partition's record, so that the fold needs no look-up.
   *
   * @param record version that names the record, which holds the manifests
   * @param generations those that are archived
   * @param revisions those before the published one
   * @param expiry what retention removed of it
   * @param skipped version of the entry that closed it with nothing in it to be published
   */
  record Base(
      long record,
      SortedSet<Long> generations,
      Optional<Publication> publication,
      Optional<Revisions> revisions,
      Optional<Expiry> expiry,
      Optional<Long> skipped) {}

  /** The generation's directory stands in {@code stage}. */
  record Staged(GenerationId generation) implements OfGeneration {}

  /** The generation's directory stands in {@code archive}, for good. */
  record Archived(GenerationId generation) implements OfGeneration {}

  /** Rows of a revision: {@code in = out + duplicates + quarantined}. */
  record Counts(long in, long out, long duplicates, long quarantined) {
    public Counts {
      if (in != out + duplicates + quarantined) {
        throw new IllegalArgumentException(
            "Counts do not add up: "
                + in
                + " in, "
                + out
                + " out, "
                + duplicates
                + " duplicates, "
                + quarantined
                + " quarantined");
      }
    }
  }

  /**
   * The intent to put an attempt's output into {@code final}.
   *
   * @param generations all that this revision is made of
   * @param attempt names the directory in {@code final/.staging}
   * @param started version of the log that the attempt's inputs were read at
   */
  record Publish(
      PartitionId partition,
      SortedSet<Long> generations,
      String attempt,
      long started,
      Counts counts,
      String configHash)
      implements OfPartition {}

  /** The revision of the intent at version {@code publish} stands in {@code final}. */
  record Published(PartitionId partition, long publish) implements OfPartition {}

  /** What is done to carry a partition on. */
  enum Action {
    PREPARE,
    PROCESS,
    PUBLISH,
    ARCHIVE,
    EXPIRE
  }

  /**
   * An action failed.
   *
   * @param attempt the attempt that is given up: of processing, the one that holds the claim; of
   *     publishing, the intended one, because its output is lost. Absent when the same action is
   *     tried again
   * @param retryAt not to be tried before; absent when it waits for a person
   */
  record Failed(
      PartitionId partition,
      Action action,
      Optional<String> attempt,
      String error,
      Optional<Instant> retryAt)
      implements OfPartition {

    public Failed {
      error = WithoutTrace.of(error);
    }

    /** Whether the error ends with what to do, so that nobody need say it again. */
    public boolean saysToRetry() {
      return error.contains("'tidemark retry ");
    }

    /**
     * Whether only a person lets it go on. Where the output of a publication was lost, the
     * partition is processed again.
     */
    public boolean waitsForPerson() {
      boolean outputLost = action == Action.PUBLISH && attempt.isPresent();
      return retryAt.isEmpty() && !outputLost;
    }
  }

  /** No new step of this partition begins; what is intended completes. */
  record Held(PartitionId partition, String reason) implements OfPartition {}

  /** Undoes a hold or a failure that waits for a person; where there is neither, a pin. */
  record Released(PartitionId partition, String reason) implements OfPartition {}

  /** A request to process a published partition again from its archived files. */
  record Reprocess(PartitionId partition, String reason, Optional<Base> base)
      implements OfPartition {}

  /**
   * A request to publish a copy of an earlier revision, which is then pinned: what lands later
   * waits until somebody releases the partition or has it processed again.
   */
  record Rollback(PartitionId partition, int revision, String reason, Optional<Base> base)
      implements OfPartition {}

  /**
   * The intent to remove parts of a partition that is at rest, by retention. From here on they
   * count as gone, and whoever comes by removes them.
   *
   * @param generations published ones, to be deleted from {@code archive}
   * @param published whether {@code final} loses the partition; every replaced revision goes too
   * @param replaced directories of {@code final/.replaced} up to this version are to be emptied;
   *     their names stay
   */
  record Expire(
      PartitionId partition,
      SortedSet<Long> generations,
      boolean published,
      Optional<Long> replaced,
      Optional<Base> base)
      implements OfPartition {}

  /** What the entry at version {@code expire} removes is gone. */
  record Expired(PartitionId partition, long expire) implements OfPartition {}

  /**
   * A lease on work. It saves double work; nothing's correctness depends on it.
   *
   * @param attempt random name of the attempt, unique in a root's life
   */
  record Claim(PartitionId partition, String attempt, Instant until) implements OfPartition {}

  /**
   * The run is the one that lands, as long as something is heard of it: every entry of its own
   * renews the claim.
   *
   * @param run random, made when the process starts; one that lost its claim never claims again
   * @param lease the silence after which another may fence it
   */
  record IngestClaim(String run, Duration lease) implements LogEntry {}

  /**
   * The run lost its claim, or gave it back: it may append nothing any more but a helping {@link
   * Landed}.
   */
  record Fence(String run) implements LogEntry {}
}
