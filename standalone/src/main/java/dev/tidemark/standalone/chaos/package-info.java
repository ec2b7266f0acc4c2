/**
 * The fault suite: every program in a process of its own, events without a pause, faults by a
 * seeded script, and at the end a verdict on each event that was acknowledged.
 */
package dev.tidemark.standalone.chaos;
