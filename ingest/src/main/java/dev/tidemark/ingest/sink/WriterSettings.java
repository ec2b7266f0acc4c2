package dev.tidemark.ingest.sink;

import dev.tidemark.landing.Granularity;
import java.io.Serializable;
import java.net.URI;
import java.time.Duration;
import java.util.Map;

/**
 * What the driver tells the tasks of a micro-batch.
 *
 * @param landed landed offsets by {@code topic name/partition}; one that is missing is 0
 */
record WriterSettings(
    URI root,
    String run,
    Granularity granularity,
    Duration futureBound,
    Duration pastBound,
    Map<String, Long> landed)
    implements Serializable {}
