package dev.tidemark.standalone.chaos;

/**
 * Where an event was found.
 *
 * @param partition in text
 * @param id of the event; empty if the line has none
 * @param record a line of the quarantine: the Kafka record that it came from
 */
record Place(String partition, String id, String record) {}
