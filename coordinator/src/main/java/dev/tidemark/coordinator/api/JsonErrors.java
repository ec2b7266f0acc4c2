package dev.tidemark.coordinator.api;

import java.io.IOException;
import java.nio.ByteBuffer;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.handler.ErrorHandler;

/** What the server itself refuses, in the form of every other answer. */
final class JsonErrors extends ErrorHandler {
  private static final int HEADERS = JettyServer.HEADER_BYTES;

  @Override
  public ByteBuffer badMessageError(int status, String reason, HttpFields fields) {
    Answer answer = answer(status);
    SafeHeaders.addTo(fields);
    fields.put(HttpHeader.CONTENT_TYPE, answer.contentType());
    return ByteBuffer.wrap(answer.bytes());
  }

  @Override
  public void handle(
      String target, Request base, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    Answer answer = answer(response.getStatus());
    SafeHeaders.addTo(response);
    response.setContentType(answer.contentType());
    response.getOutputStream().write(answer.bytes());
    base.setHandled(true);
  }

  private static Answer answer(int status) {
    return switch (status) {
      case 400 ->
          Answer.error(
              status,
              "bad_request",
              "This is no HTTP request, or its path or query cannot be decoded: '%' must be followed"
                  + " by two hexadecimal digits of UTF-8.");
      case 408 -> Answer.error(status, "bad_request", "The request took too long to come in.");
      case 414 ->
          Answer.error(
              status, "bad_request", "Path and query are longer than " + HEADERS + " bytes.");
      case 431 ->
          Answer.error(
              status,
              "bad_request",
              "The first line and the headers together are longer than " + HEADERS + " bytes.");
      case 505 ->
          Answer.error(status, "bad_request", "Only HTTP/1.0 and HTTP/1.1 are answered here.");
      default ->
          status >= 500
              ? Answer.error(status, "internal", "An error of the program; its log has more.")
              : Answer.error(
                  status, "bad_request", "The request cannot be served (" + status + ").");
    };
  }
}
