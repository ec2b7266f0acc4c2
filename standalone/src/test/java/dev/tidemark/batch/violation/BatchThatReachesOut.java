package dev.tidemark.batch.violation;

import dev.tidemark.embedded.EmbeddedHdfs;
import org.apache.kafka.clients.producer.Producer;
import org.quartz.Scheduler;

/** What the rules must refuse: Kafka and Quartz in the batch, and a module that is not landing. */
public record BatchThatReachesOut(
    Scheduler scheduler, Producer<String, String> producer, EmbeddedHdfs hdfs) {}
