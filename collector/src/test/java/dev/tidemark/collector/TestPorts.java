package dev.tidemark.collector;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/** Finds ports that servers can be stopped on and started again. */
final class TestPorts {
  // Below the range from which Linux takes the ports of outgoing connections: a client that keeps
  // connecting to a server that is down could otherwise be given the server's own port.
  private static final int FIRST = 15_000;
  private static final int LAST = 32_000;
  private static final int ATTEMPTS = 200;

  private TestPorts() {}

  /** A port on the loopback interface that nobody listens on now. */
  static int free() throws IOException {
    IOException last = null;
    for (int i = 0; i < ATTEMPTS; i++) {
      int port = ThreadLocalRandom.current().nextInt(FIRST, LAST);
      try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return socket.getLocalPort();
      } catch (IOException e) {
        last = e;
      }
    }
    throw new IOException("No free port on the loopback interface", last);
  }
}
