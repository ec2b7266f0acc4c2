package dev.tidemark.coordinator.simulation;

import dev.tidemark.batch.process.Processing;
import dev.tidemark.coordinator.LineProcessing;
import dev.tidemark.coordinator.action.Close;
import dev.tidemark.landing.EmptyHours;
import dev.tidemark.landing.GenerationId;
import dev.tidemark.landing.commit.MicroBatch;
import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.log.Journal;
import dev.tidemark.landing.log.LogEntry;

/** What actors are made of. A planted fault replaces one of these parts. */
class Parts {
  /** The shared file system for one life. */
  LandingFileSystem files(LandingFileSystem shared) {
    return shared;
  }

  Processing processing(LandingFileSystem files) {
    return new LineProcessing(files);
  }

  /** A person closes an open generation. */
  void forceClose(Life life, Journal journal, GenerationId generation) {
    new Close(journal, EmptyHours.PUBLISH).run(generation, LogEntry.CloseReason.FORCED);
  }

  /** The stream's driver could not land a batch. */
  void abort(Life life, MicroBatch batch) {}

  @Override
  public String toString() {
    return getClass().getSimpleName();
  }
}
