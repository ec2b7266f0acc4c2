package dev.tidemark.bench.pipeline;

import java.util.List;

/**
 * A part of the events' way, and the processes that do its work.
 *
 * @param pids of its processes
 */
record Stage(String label, List<Long> pids) {
  /** Processor time of its processes since they started, in nanoseconds. */
  long cpuNanos() {
    return pids.stream().mapToLong(Stage::cpuNanos).sum();
  }

  private static long cpuNanos(long pid) {
    return ProcessHandle.of(pid)
        .flatMap(p -> p.info().totalCpuDuration())
        .orElseThrow(() -> new IllegalStateException("Process " + pid + " has ended"))
        .toNanos();
  }
}
