package dev.tidemark.collector.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpChannelOverHttp;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnection;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.util.FutureCallback;

/**
 * HTTP of which the server's own words (100 Continue, the refusal of what is not HTTP) are not
 * waited for either. Jetty writes them blocking: a client that reads nothing would hold the thread.
 * They are short, so where they find no room the client has not read for long, and is cut off.
 */
final class NonBlockingHttp extends HttpConnectionFactory {
  NonBlockingHttp(HttpConfiguration http) {
    super(http);
  }

  @Override
  public Connection newConnection(Connector connector, EndPoint endPoint) {
    HttpConnection connection =
        new NonBlockingConnection(
            getHttpConfiguration(),
            connector,
            endPoint,
            getHttpCompliance(),
            isRecordHttpComplianceViolations());
    return configure(connection, connector, endPoint);
  }

  private static final class NonBlockingConnection extends HttpConnection {
    NonBlockingConnection(
        HttpConfiguration http,
        Connector connector,
        EndPoint endPoint,
        HttpCompliance compliance,
        boolean recordViolations) {
      super(http, connector, endPoint, compliance, recordViolations);
    }

    @Override
    protected HttpChannelOverHttp newHttpChannel() {
      return new Channel(this, getConnector(), getHttpConfiguration(), getEndPoint());
    }
  }

  private static final class Channel extends HttpChannelOverHttp {
    Channel(
        HttpConnection connection, Connector connector, HttpConfiguration http, EndPoint endPoint) {
      super(connection, connector, http, endPoint, connection);
    }

    @Override
    public boolean sendResponse(MetaData.Response info, ByteBuffer content, boolean complete) {
      FutureCallback written = new FutureCallback();
      boolean committing = sendResponse(info, content, complete, written);
      if (!written.isDone()) {
        abort(new IOException("A client has left too much unread"));
      }
      return committing;
    }
  }
}
