package dev.tidemark.coordinator.simulation;

import dev.tidemark.batch.expire.Expire;
import dev.tidemark.coordinator.action.ExpirePartition;
import dev.tidemark.coordinator.operations.Operations;
import dev.tidemark.coordinator.operations.RefusedException;
import dev.tidemark.coordinator.policy.Retention;
import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.config.DatasetConfig;
import dev.tidemark.landing.config.RetentionConfig;
import dev.tidemark.landing.log.Generation;
import dev.tidemark.landing.log.Journal;
import dev.tidemark.landing.log.PartitionState;
import java.time.Duration;
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
    ROLLBACK,
    /** Archived files and replaced revisions have reached their age. */
    EXPIRE,
    /** What is published has. */
    EXPIRE_FINAL
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
      case EXPIRE ->
          expire(order.partition(), Optional.empty(), Optional.of(Duration.ZERO), journal, life);
      case EXPIRE_FINAL ->
          expire(order.partition(), Optional.of(Duration.ZERO), Optional.empty(), journal, life);
    }
  }

  private void expire(
      PartitionId partition,
      Optional<Duration> published,
      Optional<Duration> archive,
      Journal journal,
      Life life) {
    RetentionConfig ages =
        new RetentionConfig(published, archive, archive, RetentionConfig.LEAST_LOG);
    ExpirePartition expire =
        new ExpirePartition(
            journal,
            new Retention(Scenarios.dataset(Duration.ZERO, ages)),
            new Expire(life.files()));
    expire.begin(partition, life.clock().instant());
    expire.run(partition);
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
