package dev.tidemark.landing;

/**
 * Trouble in the landing zone. The subtypes are cut by what the caller may do next, not by where
 * the trouble arose; every message says what happened, what it means, and what to do, without the
 * stack traces that come with the messages of other processes.
 */
public abstract sealed class LandingException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  LandingException(String message, Throwable cause) {
    super(WithoutTrace.of(message), cause);
  }

  /** Another actor was first. Read the log again and decide again. */
  public static final class Conflict extends LandingException {
    private static final long serialVersionUID = 1L;

    public Conflict(String message) {
      super(message, null);
    }
  }

  /**
   * Something outside is away (a NameNode, a disk). Nothing was decided; try again after a pause.
   */
  public static sealed class Unavailable extends LandingException permits NotWritten {
    private static final long serialVersionUID = 1L;

    public Unavailable(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /**
   * The landing log took no entry, for want of space or rights or because the file system is away,
   * and nothing was changed. Nor can it be written down there, so it is for {@code /health} to
   * tell.
   */
  public static final class NotWritten extends Unavailable {
    private static final long serialVersionUID = 1L;

    public NotWritten(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /** Going on would put data at risk. Stop and let a person look. */
  public static final class NeedsOperator extends LandingException {
    private static final long serialVersionUID = 1L;

    public NeedsOperator(String message) {
      super(message, null);
    }

    public NeedsOperator(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /** Nobody knows whether it was done. Delete nothing, and look again. */
  public static final class OutcomeUnknown extends LandingException {
    private static final long serialVersionUID = 1L;

    public OutcomeUnknown(String message, Throwable cause) {
      super(message, cause);
    }
  }
}
