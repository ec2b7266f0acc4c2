package dev.tidemark.ingest.config;

import dev.tidemark.landing.config.Section;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * The section {@code ingest}.
 *
 * @param trigger time from one micro-batch to the next; also how often an idle stream moves the
 *     watermark
 * @param maxOffsetsPerTrigger bound on the records of a micro-batch
 * @param sparkMaster absent for what spark-submit says or, without it, {@code local[*]}
 * @param checkpointDirectory where Spark keeps its checkpoint, begun anew at every start
 * @param settling how long the watermark stays where it is after Kafka was away, so that what
 *     collectors could not send meanwhile still lands in its hour
 * @param lease silence of the ingest process that lands after which one that stands by takes over
 * @param restartBackoff pause before a stream that died because something was away is started
 *     again; it doubles, up to a minute
 * @param http where health and metrics are served; absent for nowhere
 */
public record IngestConfig(
    Duration trigger,
    long maxOffsetsPerTrigger,
    Optional<String> sparkMaster,
    Path checkpointDirectory,
    Duration settling,
    Duration lease,
    Duration restartBackoff,
    Optional<HttpConfig> http) {

  public static IngestConfig read(Section root) {
    Section section = root.section("ingest");
    IngestConfig config =
        new IngestConfig(
            section.duration("trigger", Duration.ofSeconds(60)),
            section.integer("max-offsets-per-trigger", 5_000_000L, 1, Long.MAX_VALUE / 2),
            section.text("spark-master").filter(m -> !m.isBlank()),
            section.path("checkpoint-dir", System.getProperty("java.io.tmpdir")),
            section.duration("settling", Duration.ofSeconds(30)),
            section.duration("lease", Duration.ofMinutes(1), Duration.ofSeconds(1)),
            section.duration("restart-backoff", Duration.ofSeconds(5), Duration.ofMillis(100)),
            HttpConfig.read(section));
    section.rejectUnknown();
    return config;
  }
}
