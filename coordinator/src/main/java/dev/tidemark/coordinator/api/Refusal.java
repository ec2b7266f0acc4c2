package dev.tidemark.coordinator.api;

/** A request that is not carried out; its answer says why. */
final class Refusal extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Answer answer;

  private Refusal(Answer answer, String message) {
    super(message);
    this.answer = answer;
  }

  private static Refusal of(int status, String code, String message) {
    return new Refusal(Answer.error(status, code, message), message);
  }

  static Refusal badRequest(String message) {
    return of(400, "bad_request", message);
  }

  static Refusal unauthorized() {
    String message = "This needs 'Authorization: Bearer TOKEN' with one of the configured tokens.";
    Answer answer = Answer.error(401, "unauthorized", message);
    return new Refusal(answer.with("WWW-Authenticate", "Bearer realm=\"tidemark\""), message);
  }

  static Refusal forbidden(String message) {
    return of(403, "forbidden", message);
  }

  static Refusal notFound(String message) {
    return of(404, "not_found", message);
  }

  static Refusal tooLarge(int most) {
    String message = "The body is larger than " + most + " bytes.";
    Answer answer = Answer.error(413, "too_large", message);
    return new Refusal(answer.with("Connection", "close"), message);
  }

  static Refusal notJson() {
    return of(415, "unsupported_media_type", "This needs 'Content-Type: application/json'.");
  }

  static Refusal busy() {
    return busy("Too many requests are being answered. Ask again in a moment.", "1");
  }

  static Refusal busy(String message, String retryAfter) {
    return new Refusal(Answer.error(503, "busy", message).with("Retry-After", retryAfter), message);
  }

  Answer answer() {
    return answer;
  }
}
