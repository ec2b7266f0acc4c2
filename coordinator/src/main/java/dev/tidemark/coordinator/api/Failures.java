package dev.tidemark.coordinator.api;

import dev.tidemark.coordinator.operations.BackwardRangeException;
import dev.tidemark.coordinator.operations.RefusedException;
import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.log.IllegalEntryException;
import org.eclipse.jetty.http.BadMessageException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What is answered when something was thrown. */
final class Failures {
  private static final Logger LOG = LoggerFactory.getLogger(Failures.class);
  private static final String RETRY_AFTER = "10";
  private static final int TOO_SLOW = 408;

  private Failures() {}

  static Answer answer(RuntimeException e) {
    if (e instanceof Refusal refusal) {
      return refusal.answer();
    } else if (e instanceof BackwardRangeException) {
      return Answer.error(400, "bad_request", e.getMessage());
    } else if (e instanceof RefusedException) {
      return Answer.error(409, "refused", e.getMessage());
    } else if (e instanceof BadMessageException bad) {
      return Answer.error(
          bad.getCode(),
          "bad_request",
          bad.getCode() == TOO_SLOW
              ? "The request took too long to come in."
              : "The query or the body cannot be decoded: '%' must be followed by two hexadecimal digits of UTF-8.");
    } else if (e instanceof LandingException.Unavailable) {
      return later("unavailable", e.getMessage());
    } else if (e instanceof LandingException.Conflict) {
      return later("conflict", e.getMessage());
    } else if (e instanceof LandingException.OutcomeUnknown) {
      return later(
          "outcome_unknown",
          e.getMessage() + " Whether it was done is not known: look before you ask again.");
    } else if (e instanceof LandingException.NeedsOperator || e instanceof IllegalEntryException) {
      LOG.error("{}", e.getMessage(), e);
      return Answer.error(500, "needs_operator", e.getMessage());
    }
    LOG.error("A request was not answered: {}", e.getMessage(), e);
    return Answer.error(500, "internal", "An error of the program; its log has more.");
  }

  private static Answer later(String code, String message) {
    return Answer.error(503, code, message).with("Retry-After", RETRY_AFTER);
  }
}
