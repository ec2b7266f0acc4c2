package dev.tidemark.coordinator.notify;

import java.time.Instant;

/**
 * One step of a target's position, as it stands in the root.
 *
 * @param owner random name of the notifier that tells it
 * @param until by that one's clock, when another may go on
 */
record Position(Place place, String owner, Instant until) {}
