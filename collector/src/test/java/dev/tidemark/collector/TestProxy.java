package dev.tidemark.collector;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Stands between clients and a port of this machine, and can hold back every byte. */
final class TestProxy implements AutoCloseable {
  private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final int target;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final Object gate = new Object();
  private boolean frozen;

  TestProxy(int target) throws IOException {
    this.target = target;
    start(this::accept);
  }

  int port() {
    return server.getLocalPort();
  }

  void freeze() {
    synchronized (gate) {
      frozen = true;
    }
  }

  void thaw() {
    synchronized (gate) {
      frozen = false;
      gate.notifyAll();
    }
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        connect(server.accept());
      } catch (IOException e) {
        // Closed, or nobody behind: the client sees its connection end.
      }
    }
  }

  private void connect(Socket client) throws IOException {
    try {
      Socket behind = new Socket(InetAddress.getLoopbackAddress(), target);
      sockets.add(client);
      sockets.add(behind);
      start(() -> pump(client, behind));
      start(() -> pump(behind, client));
    } catch (IOException e) {
      client.close();
      throw e;
    }
  }

  private void pump(Socket from, Socket to) {
    byte[] chunk = new byte[16 * 1024];
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
        synchronized (gate) {
          while (frozen) {
            gate.wait();
          }
        }
        out.write(chunk, 0, n);
      }
    } catch (IOException | InterruptedException e) {
      // The connection is over; both ends are closed.
    }
  }

  private static void start(Runnable task) {
    Thread thread = new Thread(task, "test-proxy");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }
}
