package dev.tidemark.collector.cli;

import dev.tidemark.collector.config.CollectorConfig;
import dev.tidemark.collector.event.EventReader;
import dev.tidemark.collector.rejected.RejectedTopic;
import dev.tidemark.landing.config.ConfigFile;
import dev.tidemark.landing.config.ConfigSource;
import dev.tidemark.landing.config.KafkaConfig;
import dev.tidemark.landing.config.Problems;

/** What the commands on rejected events need of the configuration. */
record RejectedConfig(KafkaConfig kafka, CollectorConfig collector) {
  static RejectedConfig load(ConfigSource source) {
    ConfigFile file = source.load();
    Problems problems = new Problems();
    RejectedConfig config =
        new RejectedConfig(
            KafkaConfig.read(file.root(problems)), CollectorConfig.read(file.root(problems)));
    problems.throwIfAny();
    return config;
  }

  RejectedTopic topic() {
    return new RejectedTopic(kafka, collector.rejectedTopic());
  }

  EventReader reader() {
    return new EventReader(collector.maxEvent(), collector.maxEvents());
  }
}
