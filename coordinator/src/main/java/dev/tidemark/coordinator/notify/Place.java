package dev.tidemark.coordinator.notify;

import dev.tidemark.landing.PartitionId;
import java.util.Optional;

/**
 * How far a target has been told.
 *
 * @param version of the log
 * @param serviceLevel the first partition whose publication in time is not settled yet; absent
 *     where nobody asks
 */
record Place(long version, Optional<PartitionId> serviceLevel) {}
