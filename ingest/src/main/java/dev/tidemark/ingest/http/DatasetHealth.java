package dev.tidemark.ingest.http;

import java.time.Instant;
import java.util.Optional;

/**
 * How one dataset is.
 *
 * @param well whether nobody need care
 * @param state {@code running}, {@code standby}, {@code starting}, {@code waiting}, {@code failed},
 *     {@code stopped}
 * @param since when it came into that state
 * @param reason why it is not well
 */
public record DatasetHealth(
    String dataset, boolean well, String state, Instant since, Optional<String> reason) {}
