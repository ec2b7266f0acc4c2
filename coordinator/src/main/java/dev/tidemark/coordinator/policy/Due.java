package dev.tidemark.coordinator.policy;

import dev.tidemark.batch.process.Lane;
import dev.tidemark.landing.GenerationId;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.log.LogEntry;

/** Something that should be done now. */
public sealed interface Due {
  PartitionId partition();

  /** A generation is to take no more files. */
  record Close(GenerationId generation, LogEntry.CloseReason reason) implements Due {
    @Override
    public PartitionId partition() {
      return generation.partition();
    }
  }

  /** A closed generation is to be moved to {@code stage}. */
  record Prepare(GenerationId generation) implements Due {
    @Override
    public PartitionId partition() {
      return generation.partition();
    }
  }

  /** A new revision is to be made. */
  record Revise(PartitionId partition, Lane lane) implements Due {
    public Revise(PartitionId partition) {
      this(partition, Lane.LIVE);
    }
  }

  /** An intended publication is to be carried out. */
  record Publish(PartitionId partition) implements Due {}

  /** What an entry removes by retention is to be deleted. */
  record Expire(PartitionId partition) implements Due {}

  /** A generation that is published, or came too late to be, is to be moved to {@code archive}. */
  record Archive(GenerationId generation) implements Due {
    @Override
    public PartitionId partition() {
      return generation.partition();
    }
  }
}
