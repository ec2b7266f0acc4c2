/**
 * A real Kafka broker and a real HDFS, in this process ({@code Embedded…}) or as child processes
 * that can be killed ({@code External…}). Everything listens on the loopback interface only, keeps
 * its data in one directory, and comes back on that directory after a kill.
 */
package dev.tidemark.embedded;
