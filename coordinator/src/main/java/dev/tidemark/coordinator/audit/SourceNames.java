package dev.tidemark.coordinator.audit;

import dev.tidemark.landing.TopicPartition;
import dev.tidemark.landing.log.LandingState;

/**
 * Topic-partitions for people. Where a topic was made anew there are two of a name, or more: the
 * one that is read goes by the name alone, those before it have Kafka's id of the topic as well.
 */
record SourceNames(LandingState state) {

  String of(TopicPartition source) {
    LandingState.Topic topic = state.topics().get(source.topicId());
    if (topic == null) {
      return source.toString();
    }
    String name = topic.name() + "-" + source.partition();
    return isReplaced(source) ? name + " (id " + source.topicId() + ")" : name;
  }

  /** Whether another topic of its name was read after it. */
  boolean isReplaced(TopicPartition source) {
    LandingState.Topic topic = state.topics().get(source.topicId());
    return topic != null
        && topic.retired()
        && state.topics().entrySet().stream()
            .anyMatch(
                t ->
                    t.getValue().name().equals(topic.name())
                        && !t.getKey().equals(source.topicId()));
  }
}
