package dev.tidemark.coordinator.operations;

/**
 * What was asked for is not possible as things stand; the message says why and what to do instead.
 */
public final class RefusedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public RefusedException(String message) {
    super(message);
  }
}
