package dev.tidemark.batch.process;

/**
 * Turns the landed lines of one closed partition into the output of one attempt. Nothing becomes
 * visible to readers: publishing is another step's.
 */
public interface Processing extends AutoCloseable {
  /**
   * Processes a partition. When it returns, the output directory is complete and holds {@code
   * _SUCCESS}; when it throws, whatever stands there is to be thrown away, and another attempt
   * needs another directory.
   *
   * @throws dev.tidemark.landing.LandingException.Conflict if the output directory exists
   * @throws dev.tidemark.landing.LandingException.NeedsOperator if an input is not what its
   *     manifest says, or the counts do not add up
   * @throws dev.tidemark.landing.LandingException.Unavailable if a file system failed
   */
  ProcessResult process(ProcessRequest request);

  /**
   * How many partitions share what it starts for them. Whoever wants that used hands over as many
   * at once, each by a thread of its own.
   */
  default int groupSize() {
    return 1;
  }

  /** Whether it ends by itself, by a limit of its own, what takes too long. */
  default boolean endsWhatTakesTooLong() {
    return false;
  }

  /** Releases what processing holds. Nothing can be processed afterwards. */
  @Override
  void close();
}
