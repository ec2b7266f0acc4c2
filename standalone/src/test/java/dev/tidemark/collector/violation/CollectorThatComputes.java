package dev.tidemark.collector.violation;

import dev.tidemark.embedded.EmbeddedKafka;
import org.apache.spark.sql.SparkSession;
import spark.Request;

/** What the rules must refuse: both Sparks in the wrong place, and a module that is not landing. */
public record CollectorThatComputes(SparkSession session, Request request, EmbeddedKafka kafka) {}
