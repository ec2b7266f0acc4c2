package dev.tidemark.standalone.demo;

/** A file of events that cannot be used; the message says where, why, and what to do. */
public final class EventFileException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  EventFileException(String message) {
    super(message);
  }

  EventFileException(String message, Throwable cause) {
    super(message, cause);
  }
}
