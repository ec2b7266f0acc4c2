package dev.tidemark.collector.event;

/**
 * A request that is refused as a whole; nothing of it was produced. The message is meant for the
 * client: it names the rule and the place, never the content.
 */
public final class UnacceptableException extends Exception {
  private static final long serialVersionUID = 1L;

  /** What the client may do about it. */
  public enum Kind {
    /** It will never be read as it stands. */
    MALFORMED,
    /** It may be sent again in smaller parts. */
    TOO_LARGE
  }

  private final Kind kind;

  public UnacceptableException(Kind kind, String message) {
    super(message, null, false, false);
    this.kind = kind;
  }

  static UnacceptableException malformed(String message) {
    return new UnacceptableException(Kind.MALFORMED, message);
  }

  public Kind kind() {
    return kind;
  }
}
