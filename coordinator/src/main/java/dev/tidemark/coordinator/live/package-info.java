/**
 * What people look at while it happens: the partitions of some days, what changes, and how much
 * flows. Everything is from the landing log but for what collectors count. Reads only.
 */
package dev.tidemark.coordinator.live;
