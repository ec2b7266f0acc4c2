package dev.tidemark.embedded;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/** Finds ports to listen on. */
public final class Ports {
  // Below the range from which Linux takes the ports of outgoing connections: a client that keeps
  // connecting to a server that is down could otherwise be given the server's own port.
  private static final int FIRST = 15_000;
  private static final int LAST = 32_000;
  private static final int ATTEMPTS = 200;

  private Ports() {}

  /** {@code port} itself, or a free one if it is 0. */
  static int orFree(int port) throws IOException {
    return port == 0 ? free() : port;
  }

  /** A port on the loopback interface that nobody listens on now. */
  public static int free() throws IOException {
    IOException last = null;
    for (int i = 0; i < ATTEMPTS; i++) {
      int port = ThreadLocalRandom.current().nextInt(FIRST, LAST);
      try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return socket.getLocalPort();
      } catch (IOException e) {
        last = e;
      }
    }
    throw new IOException(
        "No free port between " + FIRST + " and " + LAST + " on the loopback interface", last);
  }
}
