package dev.tidemark.coordinator.notify;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.coordinator.config.EventType;
import dev.tidemark.landing.LandingJson;
import dev.tidemark.landing.LandingZone;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.config.DatasetConfig;
import dev.tidemark.landing.log.LandingState;
import dev.tidemark.landing.log.LogEntry;
import dev.tidemark.landing.log.LogRecord;
import dev.tidemark.landing.log.PartitionRecords;
import dev.tidemark.landing.log.PartitionState;
import dev.tidemark.landing.log.Publication;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Makes events of what the landing log says. Of the same entry it makes the same event, whoever
 * looks at it and whenever.
 */
final class Events {
  private final DatasetConfig dataset;
  private final PartitionRecords records;

  Events(DatasetConfig dataset, PartitionRecords records) {
    this.dataset = dataset;
    this.records = records;
  }

  /** What an entry is to others, if anything, by the state that it met. */
  Optional<Event> of(LandingState before, LogRecord record) {
    if (record.entry() instanceof LogEntry.Published e) {
      PartitionState p = before.partition(e.partition()).orElseThrow();
      return p.intended().map(publication -> published(record, p, publication));
    }
    if (record.entry() instanceof LogEntry.Failed e && e.waitsForPerson()) {
      return Optional.of(failed(before, record, e));
    }
    return Optional.empty();
  }

  private Event published(LogRecord record, PartitionState before, Publication publication) {
    EventType type = publication.revision() == 1 ? EventType.PUBLISHED : EventType.RESTATED;
    String id = idOf(record);
    Map<String, Object> json = begin(type, id);
    addPartition(json, before.id(), Optional.of(publication));
    if (type == EventType.RESTATED) {
      json.put("rollback", before.wanted().isPresent());
      before.wanted().ifPresent(w -> json.put("copy_of_revision", w.revision()));
    }
    json.put("counts", publication.counts());
    return end(type, id, before.id(), Optional.of(publication), json, record);
  }

  /** Not by its version: a root that was restored from a snapshot counts on from an older one. */
  private String idOf(LogRecord record) {
    return dataset.name() + "/" + record.id();
  }

  private Event failed(LandingState before, LogRecord record, LogEntry.Failed failed) {
    String id = idOf(record);
    Optional<Publication> visible = visible(before, failed.partition());
    Map<String, Object> json = begin(EventType.FAILED, id);
    addPartition(json, failed.partition(), visible);
    json.put("action", failed.action());
    json.put("error", failed.error());
    return end(EventType.FAILED, id, failed.partition(), visible, json, record);
  }

  /**
   * A partition is not published though its time is up.
   *
   * @param waitsFor what holds it up
   */
  Event late(LandingState state, PartitionId partition, Instant deadline, String waitsFor) {
    String id = dataset.name() + "/" + partition + "/" + EventType.SERVICE_LEVEL;
    Map<String, Object> json = begin(EventType.SERVICE_LEVEL, id);
    addPartition(json, partition, Optional.empty());
    json.put("deadline", deadline);
    json.put("reason", waitsFor);
    json.put("version", state.version());
    json.put("at", deadline);
    return event(EventType.SERVICE_LEVEL, id, Optional.of(partition), Optional.empty(), json);
  }

  /** Entries of the log are gone that the target has not been told of. */
  Event missed(long from, long to, Instant now) {
    String id = dataset.name() + "/" + from + "-" + to + "/" + EventType.MISSED;
    Map<String, Object> json = begin(EventType.MISSED, id);
    json.put("from_version", from);
    json.put("to_version", to);
    json.put("version", to);
    json.put("at", now);
    return event(EventType.MISSED, id, Optional.empty(), Optional.empty(), json);
  }

  private Optional<Publication> visible(LandingState state, PartitionId id) {
    return records
        .find(state, id)
        .filter(p -> !p.isFinalExpired())
        .flatMap(PartitionState::publication);
  }

  private Map<String, Object> begin(EventType type, String id) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("id", id);
    json.put("event", type);
    json.put("dataset", dataset.name());
    json.put("root", dataset.root());
    return json;
  }

  private void addPartition(
      Map<String, Object> json, PartitionId partition, Optional<Publication> publication) {
    json.put("partition", partition);
    json.put("nominal_time", partition.start());
    json.put("partition_end", partition.end(dataset.granularity()));
    publication.ifPresent(p -> json.put("revision", p.revision()));
    publication.ifPresent(p -> json.put("path", path(partition)));
  }

  private Event end(
      EventType type,
      String id,
      PartitionId partition,
      Optional<Publication> publication,
      Map<String, Object> json,
      LogRecord record) {
    json.put("version", record.version());
    json.put("at", record.at());
    json.put("by", record.by());
    return event(type, id, Optional.of(partition), publication, json);
  }

  private Event event(
      EventType type,
      String id,
      Optional<PartitionId> partition,
      Optional<Publication> publication,
      Map<String, Object> json) {
    return new Event(
        type,
        id,
        dataset.name(),
        partition,
        publication.map(Publication::revision),
        publication.flatMap(p -> partition.map(this::path)),
        new String(LandingJson.write(json), UTF_8));
  }

  private String path(PartitionId partition) {
    return dataset.root().toString().replaceFirst("/+$", "")
        + "/"
        + LandingZone.published(partition);
  }
}
