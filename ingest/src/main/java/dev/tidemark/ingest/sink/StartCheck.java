package dev.tidemark.ingest.sink;

import dev.tidemark.landing.Counted;
import dev.tidemark.landing.LandingException;
import org.apache.kafka.common.TopicPartition;

/** What must hold between the log and Kafka, or reading would skip records without a word. */
final class StartCheck {
  private StartCheck() {}

  static void require(TopicPartition tp, long landed, long begin, long end) {
    if (landed < begin) {
      throw new LandingException.NeedsOperator(
          tp
              + ": offsets ["
              + landed
              + ", "
              + begin
              + ") were deleted from Kafka before they were landed ("
              + Counted.of(begin - landed, "record")
              + " at most). Nothing is read, so that they are not passed over without a word. "
              + "Bring them back to the topic's partition if you can, or accept the loss: "
              + "'tidemark gap "
              + tp
              + " "
              + landed
              + " "
              + begin
              + "'.");
    }
    if (landed > end) {
      throw new LandingException.NeedsOperator(
          tp
              + ": "
              + Counted.of(landed, "offset")
              + (landed == 1 ? " is" : " are")
              + " landed but Kafka has only "
              + end
              + ": the topic was truncated. Nothing is read, for new records would get the offsets of old "
              + "ones. Find out what became of the topic; if it is meant, create it anew and say "
              + "'tidemark topics reset "
              + tp.topic()
              + "'.");
    }
  }

  static void requireSameTopic(String name, String known, String found) {
    if (!known.equals(found)) {
      throw new LandingException.NeedsOperator(
          "Topic '"
              + name
              + "' was created anew: its id is "
              + found
              + ", and the landing log knows "
              + known
              + ". Its offsets start again, so nothing is read until you say that this is meant: "
              + "'tidemark topics reset "
              + name
              + "'.");
    }
  }
}
