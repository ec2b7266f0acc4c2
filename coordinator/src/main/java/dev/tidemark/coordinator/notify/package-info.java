/**
 * Tells others what happened to partitions: one after another, at least once, from where the root
 * says that they have been told. A {@code Notifier} carries what a {@code Feed} finds in the
 * landing log to a {@code Delivery}.
 */
package dev.tidemark.coordinator.notify;
