package dev.tidemark.coordinator;

import dev.tidemark.batch.process.ProcessRequest;
import dev.tidemark.batch.process.ProcessResult;
import dev.tidemark.batch.process.Processing;
import dev.tidemark.landing.PartitionId;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;

/** Processing that stands still with each partition until it is let through. */
final class GatedProcessing implements Processing {
  private final Processing processing;
  private final Set<String> working = new ConcurrentSkipListSet<>();
  private final Set<String> open = new ConcurrentSkipListSet<>();
  private volatile boolean deaf;

  GatedProcessing(Processing processing) {
    this.processing = processing;
  }

  /** Partitions that are being processed now. */
  Set<String> working() {
    return working;
  }

  synchronized void letThrough(String... partitions) {
    open.addAll(Set.of(partitions));
    notifyAll();
  }

  /** From now on an interruption does not end it. */
  void ignoresInterruption() {
    deaf = true;
  }

  @Override
  public ProcessResult process(ProcessRequest request) {
    String partition = request.partition().toString();
    working.add(partition);
    try {
      await(request.partition());
      return processing.process(request);
    } finally {
      working.remove(partition);
    }
  }

  private synchronized void await(PartitionId partition) {
    while (!open.contains(partition.toString())) {
      try {
        wait();
      } catch (InterruptedException e) {
        if (!deaf) {
          throw new IllegalStateException("interrupted", e);
        }
      }
    }
  }

  @Override
  public void close() {
    processing.close();
  }
}
