package dev.tidemark.coordinator.simulation;

import java.util.Optional;

/**
 * What became of one schedule.
 *
 * @param steps operations done before everything was healed
 * @param violation what was lost, repeated or stuck
 */
record Outcome(int steps, Optional<String> violation, Trace trace) {}
