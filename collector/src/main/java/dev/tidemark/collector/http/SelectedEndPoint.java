package dev.tidemark.collector.http;

import static java.nio.channels.SelectionKey.OP_READ;
import static java.nio.channels.SelectionKey.OP_WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.io.ssl.SslConnection.DecryptedEndPoint;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.thread.Invocable;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * A connection that is read and written on the thread which selects it. Jetty takes a handler for
 * one that may block, and wakes another thread to go on selecting before it serves; what the
 * collector does here never blocks, and such a hand-over costs more than to serve a request.
 *
 * <p>It stays registered for reading while a request is served, and is only taken out when more
 * comes meanwhile: two calls of the operating system less for each request.
 */
final class SelectedEndPoint extends SocketChannelEndPoint {
  private static final int SMALL = 4 * 1024;
  private static final ThreadLocal<ByteBuffer> TOGETHER =
      ThreadLocal.withInitial(() -> ByteBuffer.allocateDirect(SMALL));

  private final ManagedSelector selector;
  private final Runnable fill = new Task(() -> getFillInterest().fillable());
  private final Runnable write = new Task(() -> getWriteFlusher().completeWrite());
  private final Runnable both = new Task(this::writeAndFill);
  private final ManagedSelector.SelectorUpdate update = selector -> updateKey();
  private final Object lock = new Object();
  private SelectionKey key;
  private int wanted;
  private int registered;
  private boolean updating;

  SelectedEndPoint(
      SocketChannel channel, ManagedSelector selector, SelectionKey key, Scheduler scheduler) {
    super(channel, selector, key, scheduler);
    this.selector = selector;
    this.key = key;
  }

  /**
   * Runs a task on the thread that selects a connection, after those it was given before. The
   * thread is woken at most once for all that it is given before it wakes, and what the task writes
   * and waits for next wakes nobody.
   */
  static void execute(EndPoint connection, Runnable task) {
    EndPoint socket =
        connection instanceof DecryptedEndPoint tls
            ? tls.getSslConnection().getEndPoint()
            : connection;
    ((SelectedEndPoint) socket).selector.submit(selector -> task.run());
  }

  @Override
  protected void needsFillInterest() {
    want(OP_READ);
  }

  @Override
  protected void onIncompleteFlush() {
    want(OP_WRITE);
  }

  private void want(int operation) {
    boolean tell;
    synchronized (lock) {
      wanted |= operation;
      tell = (registered & operation) == 0 && !updating;
      updating |= tell;
    }
    if (tell) {
      selector.submit(update);
    }
  }

  /** What is to be done now; Jetty calls {@link #updateKey} afterwards. */
  @Override
  public Runnable onSelected() {
    boolean readable = (key.readyOps() & OP_READ) != 0;
    boolean writable = (key.readyOps() & OP_WRITE) != 0;
    boolean fills;
    synchronized (lock) {
      updating = true;
      fills = readable && getFillInterest().isInterested();
      if (readable && !fills) {
        wanted &= ~OP_READ;
      }
      if (writable) {
        wanted &= ~OP_WRITE;
      }
    }
    if (fills) {
      return writable ? both : fill;
    }
    return writable ? write : null;
  }

  private void writeAndFill() {
    getWriteFlusher().completeWrite();
    getFillInterest().fillable();
  }

  @Override
  public void updateKey() {
    boolean changed;
    int operations;
    synchronized (lock) {
      updating = false;
      operations = wanted;
      changed = operations != registered;
      registered = operations;
    }
    if (changed) {
      try {
        key.interestOps(operations);
      } catch (CancelledKeyException e) {
        close();
      }
    }
  }

  @Override
  public void replaceKey(SelectionKey newKey) {
    super.replaceKey(newKey);
    key = newKey;
  }

  /**
   * Writes what is small, headers and body, as one: the operating system and Java have less work
   * with it than with two.
   */
  @Override
  public boolean flush(ByteBuffer... buffers) throws IOException {
    long size = BufferUtil.remaining(buffers);
    boolean isSmall = buffers.length > 1 && size <= SMALL;
    return isSmall ? flushTogether(buffers, (int) size) : super.flush(buffers);
  }

  private boolean flushTogether(ByteBuffer[] buffers, int size) throws IOException {
    ByteBuffer all = TOGETHER.get().clear();
    for (ByteBuffer buffer : buffers) {
      all.put(buffer.duplicate());
    }
    super.flush(all.flip());
    int left = all.position();
    for (ByteBuffer buffer : buffers) {
      int written = Math.min(left, buffer.remaining());
      buffer.position(buffer.position() + written);
      left -= written;
    }
    return all.position() == size;
  }

  /** Work of a selected connection, which does not block. */
  private record Task(Runnable work) implements Runnable, Invocable {
    @Override
    public void run() {
      work.run();
    }

    @Override
    public InvocationType getInvocationType() {
      return InvocationType.NON_BLOCKING;
    }
  }
}
