package dev.tidemark.batch.process;

/** A query that was understood and could not be carried out; the message says why. */
public final class FailedQueryException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  FailedQueryException(String message, Throwable cause) {
    super(message, cause);
  }
}
