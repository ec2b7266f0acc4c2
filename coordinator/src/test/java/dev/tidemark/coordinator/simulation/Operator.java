package dev.tidemark.coordinator.simulation;

import dev.tidemark.coordinator.operations.Operations;
import dev.tidemark.coordinator.operations.RefusedException;
import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.config.DatasetConfig;
import dev.tidemark.landing.log.Generation;
import dev.tidemark.landing.log.Journal;
import dev.tidemark.landing.log.PartitionState;
import java.util.List;
import java.util.Optional;

/** A person who gives commands, one after the other, whatever the state of things. */
record Operator(String name, DatasetConfig dataset, List<Order> orders) implements Actor {

  /** What a person can say of a partition. */
  enum Word {
    CLOSE,
    HOLD,
    RELEASE,
    REPROCESS,
    ROLLBACK
  }

  /** One command. */
  record Order(Word word, PartitionId partition) {
    static Order of(Word word, String partition) {
      return new Order(word, PartitionId.parse(partition));
    }

    @Override
    public String toString() {
      return word + " " + partition;
    }
  }

  @Override
  public void live(Life life) {
    for (Order order : orders) {
      try {
        give(order, life);
      } catch (RefusedException
          | LandingException.Unavailable
          | LandingException.OutcomeUnknown e) {
        // So the person is told, and goes on.
      }
    }
  }

  private void give(Order order, Life life) {
    Journal journal = life.journal();
    Operations operations = new Operations(dataset, journal, life.clock());
    switch (order.word()) {
      case CLOSE -> close(order.partition(), journal, life);
      case HOLD -> operations.hold(order.partition(), "simulated");
      case RELEASE -> operations.release(order.partition(), "simulated");
      case ROLLBACK ->
          operations.rollback(
              order.partition(),
              operations.earlier(order.partition(), Optional.empty()).revision(),
              "simulated");
      case REPROCESS -> operations.reprocess(order.partition(), "simulated");
    }
  }

  /** As the command does, but for its patience: it waits for a pending intent by the clock. */
  private static void close(PartitionId partition, Journal journal, Life life) {
    Optional<PartitionState> known = journal.refresh().partition(partition);
    known
        .flatMap(PartitionState::open)
        .map(Generation::id)
        .ifPresent(open -> life.parts().forceClose(life, journal, open));
  }
}
