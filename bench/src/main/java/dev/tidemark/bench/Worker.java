package dev.tidemark.bench;

/** Something to be measured. It stays up between passes, so that later ones are warm. */
public interface Worker extends AutoCloseable {

  /**
   * Makes one pass.
   *
   * @param task what the pass is about; without line breaks
   * @return what is still up and no part of the pass; closed after it
   */
  AutoCloseable work(String task) throws Exception;

  @Override
  void close() throws Exception;

  /** Opens a worker, in a process of its own. An implementation has a public constructor. */
  interface Opening {
    /** Opens one, from the words that {@link WorkerProcess#start} was given. */
    Worker open(java.util.List<String> words) throws Exception;
  }
}
