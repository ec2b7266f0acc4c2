package dev.tidemark.coordinator.client;

/** A coordinator did not answer, or not as one does; the message says what to do. */
public class CoordinatorException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  CoordinatorException(String message, Throwable cause) {
    super(message, cause);
  }

  /** What was asked makes no sense to it. */
  public static final class BadRequest extends CoordinatorException {
    private static final long serialVersionUID = 1L;

    BadRequest(String message) {
      super(message, null);
    }
  }

  /** It may answer another time. Nothing was changed, or only asked. */
  public static final class Away extends CoordinatorException {
    private static final long serialVersionUID = 1L;

    Away(String message, Throwable cause) {
      super(message, cause);
    }
  }
}
