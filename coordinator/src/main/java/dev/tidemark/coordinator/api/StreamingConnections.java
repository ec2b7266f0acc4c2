package dev.tidemark.coordinator.api;

import java.io.IOException;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnection;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;

/**
 * Connections on which an answer may take for ever: Jetty cuts off what is sent slower than the
 * least rate, and a stream is slow for want of anything to say.
 */
final class StreamingConnections extends HttpConnectionFactory {
  private static final String STREAMS = StreamingConnections.class.getName();

  StreamingConnections(HttpConfiguration config) {
    super(config);
  }

  /** From now on the answer to this request may be as slow as it likes. */
  static void streams(Request request) {
    request.setAttribute(STREAMS, true);
  }

  @Override
  public Connection newConnection(Connector connector, EndPoint endPoint) {
    HttpConnection connection =
        new HttpConnection(
            getHttpConfiguration(),
            connector,
            endPoint,
            getHttpCompliance(),
            isRecordHttpComplianceViolations()) {
          @Override
          public void onFlushed(long bytes) throws IOException {
            if (getHttpChannel().getRequest().getAttribute(STREAMS) == null) {
              super.onFlushed(bytes);
            }
          }
        };
    return configure(connection, connector, endPoint);
  }
}
