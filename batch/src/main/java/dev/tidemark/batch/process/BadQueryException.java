package dev.tidemark.batch.process;

/**
 * A text that is no query, or one of tables or columns that there are not; the message says where.
 */
public final class BadQueryException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  BadQueryException(String message) {
    super(message);
  }
}
