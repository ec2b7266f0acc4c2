package dev.tidemark.ingest.sink;

import dev.tidemark.landing.Granularity;
import dev.tidemark.landing.OffsetRange;
import dev.tidemark.landing.config.EventTimeConfig;
import java.io.Serializable;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * What the driver tells the tasks of a micro-batch.
 *
 * @param eventTime null for a dataset that is partitioned by the times of records
 * @param landed landed offsets by {@code topic name/partition}; one that is missing is 0
 * @param ahead likewise, offsets past it that are landed already; only after a repair of the log
 */
record WriterSettings(
    URI root,
    String run,
    Granularity granularity,
    Duration futureBound,
    Duration pastBound,
    EventTimeConfig eventTime,
    Map<String, Long> landed,
    Map<String, List<OffsetRange>> ahead)
    implements Serializable {}
