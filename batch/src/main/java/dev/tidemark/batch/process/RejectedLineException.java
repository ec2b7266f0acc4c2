package dev.tidemark.batch.process;

/** A line that goes to quarantine; the message is the reason, one of a bounded number. */
final class RejectedLineException extends Exception {
  private static final long serialVersionUID = 1L;

  RejectedLineException(String reason) {
    // Without a stack trace: an hour may hold millions of them.
    super(reason, null, false, false);
  }
}
