package dev.tidemark.standalone.chaos;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A network of one cable: TCP connections to a port of this machine go through here, and can be
 * slowed down, lose every byte without a word, or be broken off.
 */
final class Link implements AutoCloseable {
  private enum Mode {
    OPEN,
    SLOW,
    /** Bytes wait, as they do while packets are lost. */
    SILENT,
    /** Connections are reset and refused. */
    BROKEN
  }

  private static final int BACKLOG = 200;
  private static final long SLOW_MILLIS = 300;

  private final ServerSocket server;
  private final int target;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private Mode mode = Mode.OPEN;

  /**
   * Listens from now on.
   *
   * @param port on the loopback interface
   * @param target the port behind it
   */
  Link(int port, int target) throws IOException {
    this.target = target;
    server = new ServerSocket();
    server.setReuseAddress(true);
    server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), BACKLOG);
    start("link " + port, this::accept);
  }

  int port() {
    return server.getLocalPort();
  }

  void slow() {
    become(Mode.SLOW);
  }

  void silence() {
    become(Mode.SILENT);
  }

  void breakOff() {
    become(Mode.BROKEN);
    sockets.forEach(Link::reset);
  }

  void mend() {
    become(Mode.OPEN);
  }

  private synchronized void become(Mode next) {
    mode = next;
    notifyAll();
  }

  private synchronized Mode mode() {
    return mode;
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket client = server.accept();
        if (mode() == Mode.BROKEN) {
          reset(client);
        } else {
          start("link " + target, () -> connect(client));
        }
      } catch (IOException e) {
        // Closed; or the client has gone already.
      }
    }
  }

  private void connect(Socket client) {
    sockets.add(client);
    try {
      Socket behind = new Socket(InetAddress.getLoopbackAddress(), target);
      sockets.add(behind);
      start("link " + target, () -> pump(behind, client));
      pump(client, behind);
    } catch (IOException e) {
      reset(client);
      sockets.remove(client);
    }
  }

  private void pump(Socket from, Socket to) {
    byte[] chunk = new byte[64 * 1024];
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
        awaitPassage();
        out.write(chunk, 0, n);
      }
    } catch (IOException e) {
      // The connection is over; both ends are closed.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      sockets.remove(from);
      sockets.remove(to);
    }
  }

  private void awaitPassage() throws InterruptedException {
    if (modeOnceItPasses() == Mode.SLOW) {
      Thread.sleep(SLOW_MILLIS);
    }
  }

  private synchronized Mode modeOnceItPasses() throws InterruptedException {
    while (mode == Mode.SILENT) {
      wait();
    }
    return mode;
  }

  private static void reset(Socket socket) {
    try {
      socket.setSoLinger(true, 0);
      socket.close();
    } catch (IOException e) {
      // It is closed already.
    }
  }

  private static void start(String name, Runnable task) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    server.close();
    mend();
    sockets.forEach(Link::reset);
  }
}
