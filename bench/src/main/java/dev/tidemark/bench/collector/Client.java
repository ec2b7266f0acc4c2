package dev.tidemark.bench.collector;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/** One kept connection; it has one request on its way, or none. */
final class Client implements AutoCloseable {
  /** No answer of a collector to such requests is larger. */
  private static final int MOST_ANSWER = 16 * 1024;

  private final InetSocketAddress server;
  private final Selector selector;
  private final ByteBuffer out;
  private final ByteBuffer in = ByteBuffer.allocate(MOST_ANSWER);
  private SocketChannel channel;
  private SelectionKey key;
  private boolean busy;
  private long intended;
  private long sent;
  private long sequence;

  Client(InetSocketAddress server, Selector selector, int largest) throws IOException {
    this.server = server;
    this.selector = selector;
    this.out = ByteBuffer.allocateDirect(largest);
    connect();
  }

  private void connect() throws IOException {
    channel = SocketChannel.open();
    channel.configureBlocking(false);
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    int interest = channel.connect(server) ? SelectionKey.OP_READ : SelectionKey.OP_CONNECT;
    key = channel.register(selector, interest, this);
  }

  /** Gives the lost connection up and makes another one. */
  void reconnect() throws IOException {
    close();
    in.clear();
    busy = false;
    connect();
  }

  boolean isConnected() {
    return channel.isConnected();
  }

  /** Whether a request is on its way. */
  boolean isBusy() {
    return busy;
  }

  /** When the request should have been sent, by the plan. */
  long intended() {
    return intended;
  }

  /** When it was. */
  long sent() {
    return sent;
  }

  /** The number of its first event. */
  long sequence() {
    return sequence;
  }

  void send(Requests requests, long firstEvent, long intendedNanos, long now) throws IOException {
    busy = true;
    sequence = firstEvent;
    intended = intendedNanos;
    sent = now;
    out.clear();
    requests.write(out, firstEvent);
    out.flip();
    write();
  }

  private void write() throws IOException {
    channel.write(out);
    key.interestOps(
        out.hasRemaining() ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ);
  }

  /** Finishes connecting; true if that was what the connection was ready for. */
  boolean finishConnect() throws IOException {
    if (!key.isConnectable()) {
      return false;
    }
    channel.finishConnect();
    key.interestOps(SelectionKey.OP_READ);
    return true;
  }

  /**
   * Goes on where the connection is ready.
   *
   * @return the status of the answer if it is all there, else 0
   * @throws IOException if the connection is lost
   */
  int proceed() throws IOException {
    if (key.isWritable() && out.hasRemaining()) {
      write();
    }
    if (!key.isReadable()) {
      return 0;
    }
    if (channel.read(in) < 0) {
      throw new IOException("The server closed the connection");
    }
    int end = Response.end(in.array(), in.position());
    if (end == Response.INCOMPLETE) {
      return 0;
    }
    int status = Response.status(in.array());
    in.clear();
    busy = false;
    return status;
  }

  @Override
  public void close() throws IOException {
    key.cancel();
    channel.close();
  }
}
