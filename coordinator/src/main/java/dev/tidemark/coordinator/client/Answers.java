package dev.tidemark.coordinator.client;

import dev.tidemark.coordinator.config.CoordinatorAddress;
import dev.tidemark.coordinator.operations.RefusedException;
import dev.tidemark.landing.LandingJson;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.util.Optional;
import java.util.concurrent.TimeoutException;

/** What came of a request that was not answered with what was asked for, in words. */
final class Answers {
  private final CoordinatorAddress address;

  /** What a request that got no answer may have done. */
  enum Kind {
    QUESTION,
    CHANGE
  }

  private record Problem(String code, String message) {}

  private record Failure(Problem error) {}

  Answers(CoordinatorAddress address) {
    this.address = address;
  }

  /** Whether there was no place to answer in; then nothing was done. */
  boolean isBusy(HttpResponse<byte[]> response) {
    return problem(response).filter(p -> p.code().equals("busy")).isPresent();
  }

  RuntimeException failure(HttpResponse<byte[]> response, Kind kind) {
    int status = response.statusCode();
    Optional<Problem> problem = problem(response);
    if (problem.isEmpty()) {
      return new CoordinatorException(
          "There is no coordinator at "
              + address
              + ": something else answered, with status "
              + status
              + ". Correct the address, or "
              + directly(),
          null);
    }
    String message = problem.get().message();
    return switch (status) {
      case 400 -> new CoordinatorException.BadRequest(message);
      case 401 -> new RefusedException(unauthorized());
      case 403 -> new RefusedException("The coordinator at " + address + ": " + message);
      case 404 ->
          problem.get().code().equals("no_endpoint") ? older() : new RefusedException(message);
      case 405 -> older();
      case 409 -> new RefusedException(message);
      case 503 ->
          kind == Kind.QUESTION
              ? new CoordinatorException.Away(said(message), null)
              : new CoordinatorException(said(message), null);
      default -> new CoordinatorException(said(message), null);
    };
  }

  private String said(String message) {
    return "The coordinator at " + address + ": " + message;
  }

  private String unauthorized() {
    return "The coordinator at "
        + address
        + (address.token().isPresent()
            ? " does not know this token. See 'coordinator.http.admin-tokens' of its configuration;"
                + " one that was changed there holds from its next start on."
            : " wants a token. Put it into TIDEMARK_ADMIN_TOKEN, or into a file and name that with"
                + " --token-file.");
  }

  private CoordinatorException older() {
    return new CoordinatorException(
        "The coordinator at "
            + address
            + " does not know this request: it is of an older version. Upgrade it, or "
            + directly(),
        null);
  }

  CoordinatorException notUnderstood(IOException cause) {
    return new CoordinatorException(
        "What the coordinator at "
            + address
            + " answered is not understood: is it one, of this version? ("
            + firstLine(cause)
            + ") If it is of another version, "
            + directly(),
        cause);
  }

  /** No answer came. */
  CoordinatorException away(Throwable cause, Kind kind) {
    boolean notReached =
        cause instanceof ConnectException || cause instanceof HttpConnectTimeoutException;
    if (kind == Kind.CHANGE && !notReached) {
      return new CoordinatorException(
          "The coordinator at "
              + address
              + " did not answer ("
              + why(cause)
              + "). Whether it was done is not known: look with 'tidemark explain' before you ask"
              + " again.",
          cause);
    }
    return new CoordinatorException.Away(
        "The coordinator at "
            + address
            + " does not answer ("
            + why(cause)
            + "). See whether it runs, and listens there ('coordinator.http'); or "
            + directly(),
        cause);
  }

  private String directly() {
    return address.way().end() + " to go to the landing log directly.";
  }

  private static String why(Throwable cause) {
    for (Throwable c = cause; c != null; c = c.getCause()) {
      if (c instanceof UnresolvedAddressException) {
        return "there is no such host";
      }
    }
    if (cause instanceof HttpConnectTimeoutException) {
      return "no connection within the time-out";
    } else if (cause instanceof HttpTimeoutException || cause instanceof TimeoutException) {
      return "nothing within the time-out";
    } else if (cause instanceof ConnectException) {
      return "connection refused";
    }
    return firstLine(cause);
  }

  private static String firstLine(Throwable cause) {
    return Optional.ofNullable(cause.getMessage())
        .flatMap(m -> m.lines().findFirst())
        .orElse(cause.getClass().getSimpleName());
  }

  private static Optional<Problem> problem(HttpResponse<byte[]> response) {
    try {
      return Optional.of(LandingJson.readKnown(response.body(), Failure.class).error())
          .filter(p -> p.code() != null && p.message() != null);
    } catch (IOException | RuntimeException e) {
      return Optional.empty();
    }
  }
}
