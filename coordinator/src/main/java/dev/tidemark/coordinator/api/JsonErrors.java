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
    return status >= 500
        ? Answer.error(status, "internal", "An error of the program; its log has more.")
        : Answer.error(status, "bad_request", "The request cannot be served.");
  }
}
