package dev.tidemark.ingest.sink;

import dev.tidemark.ingest.watermark.KafkaTopics;
import dev.tidemark.landing.Counted;
import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.log.LandingState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;

/** What must hold between the log and Kafka, or reading would skip records without a word. */
public final class StartCheck {
  /**
   * Why nothing is read.
   *
   * @param found what is wrong, in sentences
   * @param repair what to do, with the commands
   */
  public record Problem(String found, String repair) {
    @Override
    public String toString() {
      return found + " " + repair;
    }
  }

  private StartCheck() {}

  /**
   * Every topic-partition of which the next record to land cannot be read, in their order.
   *
   * @param positions of topics whose ids are those that the log knows
   */
  public static List<Problem> problems(LandingState state, KafkaTopics.Positions positions) {
    List<Problem> problems = new ArrayList<>();
    positions.begins().keySet().stream()
        .sorted(
            Comparator.comparing(TopicPartition::topic).thenComparing(TopicPartition::partition))
        .forEach(
            tp ->
                problem(
                        tp,
                        landed(state, positions, tp),
                        positions.begins().get(tp),
                        positions.ends().get(tp))
                    .ifPresent(problems::add));
    return problems;
  }

  /** Where reading begins: past what is landed of a topic-partition. */
  static long landed(LandingState state, KafkaTopics.Positions positions, TopicPartition tp) {
    String id = positions.ids().get(tp.topic());
    return state.landed(new dev.tidemark.landing.TopicPartition(id, tp.partition()));
  }

  private static Optional<Problem> problem(TopicPartition tp, long landed, long begin, long end) {
    if (landed < begin) {
      return Optional.of(
          new Problem(
              tp
                  + ": offsets ["
                  + landed
                  + ", "
                  + begin
                  + ") were deleted from Kafka before they were landed ("
                  + Counted.of(begin - landed, "record")
                  + " at most). Nothing is read, so that they are not passed over without a word.",
              "Bring them back to the topic's partition if you can, or accept the loss: "
                  + "'tidemark gap "
                  + tp
                  + " "
                  + landed
                  + " "
                  + begin
                  + "'."));
    }
    if (landed > end) {
      return Optional.of(
          new Problem(
              tp
                  + ": "
                  + Counted.of(landed, "offset")
                  + (landed == 1 ? " is" : " are")
                  + " landed but Kafka has only "
                  + end
                  + ": the topic was truncated. Nothing is read, for new records would get the "
                  + "offsets of old ones.",
              "Find out what became of the topic; if it is meant, create it anew and say "
                  + "'tidemark topics reset "
                  + tp.topic()
                  + "'."));
    }
    return Optional.empty();
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
