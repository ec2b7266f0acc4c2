package dev.tidemark.collector.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.handler.ErrorHandler;

/**
 * What the server itself refuses, in the form of every other answer: requests that are not HTTP,
 * too long headers, and exceptions, which are our fault and so 503.
 */
final class JsonErrors extends ErrorHandler {
  @Override
  public ByteBuffer badMessageError(int status, String reason, HttpFields fields) {
    Answer answer = Answer.error(status, reason == null ? "bad request" : reason);
    fields.put(HttpHeader.CONTENT_TYPE, answer.contentType());
    return answer.body();
  }

  @Override
  public void handle(
      String target, Request base, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    int status = response.getStatus();
    Answer answer =
        status >= 500
            ? Answer.unavailable("internal error")
            : Answer.error(status, "the request cannot be served");
    if (answer.retryAfter() > 0) {
      response.setHeader(RetryAfter.HEADER, Integer.toString(answer.retryAfter()));
    }
    response.setStatus(answer.status());
    response.setContentType(answer.contentType());
    // Without a length it only goes into a buffer, which is written without blocking at the end.
    response.getOutputStream().write(answer.body().array());
    base.setHandled(true);
  }
}
