package dev.tidemark.standalone.chaos;

import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * What can be done to a pipeline. Its text is what {@code --faults} takes.
 *
 * <p>No two faults with the same subject are there at a time, however many others are.
 */
enum FaultKind {
  KILL_KAFKA("kafka", Service.LANDING, 1, 6),
  KILL_NAMENODE("namenode", Service.LANDING, 1, 5),
  KILL_DATANODE("datanode", Service.LANDING, 1, 12),
  KILL_COLLECTOR("collector", Service.ACCEPTING, 0, 3),
  KILL_INGEST("ingest", Service.LANDING, 0, 4),
  KILL_COORDINATOR("coordinator", Service.COORDINATING, 0, 4),

  STOP_KAFKA("kafka", Service.LANDING, 2, 10),
  STOP_NAMENODE("namenode", Service.LANDING, 2, 8),
  STOP_DATANODE("datanode", Service.LANDING, 2, 12),
  STOP_COLLECTOR("collector", Service.ACCEPTING, 1, 6),
  STOP_INGEST("ingest", Service.LANDING, 2, 12),
  STOP_COORDINATOR("coordinator", Service.COORDINATING, 4, 12),

  RESTART_NAMENODE("namenode", Service.LANDING, 0, 1),
  RESTART_COLLECTOR("collector", Service.ACCEPTING, 0, 1),
  RESTART_INGEST("ingest", Service.LANDING, 0, 1),
  RESTART_COORDINATOR("coordinator", Service.COORDINATING, 0, 1),

  SAFE_MODE("namenode", Service.LANDING, 2, 8),
  QUOTA("quota", Service.LANDING, 3, 10),
  SLOW_KAFKA("kafka-link", Service.LANDING, 4, 12),
  CUT_COLLECTOR_FROM_KAFKA("collector-link", Service.ACCEPTING, 2, 10),
  CUT_INGEST_FROM_KAFKA("ingest-link", Service.LANDING, 2, 10),
  CUT_HDFS("hdfs-link", Service.LANDING, 2, 8),

  CLOCK_COLLECTOR("collector-clock", Service.ACCEPTING, 3, 12),
  CLOCK_INGEST("ingest-clock", Service.LANDING, 3, 12),
  CLOCK_COORDINATOR("coordinator-clock", Service.COORDINATING, 3, 12),

  LOSE_CHECKPOINT("ingest", Service.LANDING, 0, 1),
  GROW_TOPIC("topic", Service.LANDING, 0, 1),

  OPERATOR_CLOSES("operator-close", Service.NONE, 0, 1),
  OPERATOR_HOLDS("operator-hold", Service.NONE, 3, 15),
  OPERATOR_REPROCESSES("operator-reprocess", Service.NONE, 0, 1),
  OPERATOR_ROLLS_BACK("operator-rollback", Service.NONE, 3, 15);

  private static final Set<FaultKind> OF_PUBLISHED =
      Set.of(OPERATOR_REPROCESSES, OPERATOR_ROLLS_BACK);
  private static final Duration SOON = Duration.ofSeconds(20);

  /** A partition takes a minute to be over, and then it must get through. */
  private static final Duration ONCE_PUBLISHED = Duration.ofSeconds(150);

  private final String subject;
  private final Service service;
  private final int shortest;
  private final int longest;

  FaultKind(String subject, Service service, int shortest, int longest) {
    this.subject = subject;
    this.service = service;
    this.shortest = shortest;
    this.longest = longest;
  }

  static Optional<FaultKind> of(String text) {
    return Arrays.stream(values()).filter(k -> k.toString().equals(text)).findFirst();
  }

  String subject() {
    return subject;
  }

  /** What must be there again after it. */
  Service service() {
    return service;
  }

  Duration shortest() {
    return Duration.ofSeconds(shortest);
  }

  Duration longest() {
    return Duration.ofSeconds(longest);
  }

  /** How long it is tried to make it: what it is done to may be away, or not be there yet. */
  Duration making() {
    return OF_PUBLISHED.contains(this) ? ONCE_PUBLISHED : SOON;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
