package dev.tidemark.coordinator.simulation;

import java.util.Optional;

/**
 * What became of one schedule.
 *
 * @param steps operations done before everything was healed
 * @param end fingerprint of the root at that time, without temporary files; empty if the schedule
 *     was given up. Only a search has one
 * @param violation what was lost, repeated or stuck
 */
record Outcome(int steps, Optional<Long> end, Optional<String> violation, Trace trace) {}
