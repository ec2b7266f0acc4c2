package dev.tidemark.coordinator.operations;

/**
 * An earlier revision of which a copy is to be published.
 *
 * @param rows that readers find in it
 */
public record BroughtBack(int revision, long rows) {}
