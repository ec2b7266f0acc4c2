package dev.tidemark.landing.log;

/**
 * An entry that the state does not allow. Before an append it means: decide again, or not at all.
 * Met while reading the log it means that a writer broke the protocol.
 */
public final class IllegalEntryException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public IllegalEntryException(String message) {
    super(message);
  }
}
