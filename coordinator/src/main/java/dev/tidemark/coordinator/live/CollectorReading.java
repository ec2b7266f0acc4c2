package dev.tidemark.coordinator.live;

import java.net.URI;
import java.time.Instant;
import java.util.Optional;

/**
 * How it went with the metrics of a collector.
 *
 * @param readAt when it last answered
 * @param problem why it did not at the last look
 */
public record CollectorReading(URI url, Optional<Instant> readAt, Optional<String> problem) {}
