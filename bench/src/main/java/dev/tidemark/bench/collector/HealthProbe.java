package dev.tidemark.bench.collector;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import org.HdrHistogram.Histogram;

/** Asks {@code /health} again and again, as a load balancer does, only more often. */
final class HealthProbe implements AutoCloseable {
  private static final long INTERVAL_NANOS = 20_000_000;
  private static final int TIMEOUT_MILLIS = 20_000;
  private static final byte[] REQUEST =
      "GET /health HTTP/1.1\r\nHost: collector.example\r\n\r\n".getBytes(US_ASCII);

  private final int port;
  private final Histogram times = new Histogram(60_000_000_000L, 3);
  private final Thread thread = new Thread(this::ask, "health-probe");
  private volatile boolean stopped;
  private volatile IOException failure;

  private HealthProbe(int port) {
    this.port = port;
  }

  static HealthProbe start(int port) {
    HealthProbe probe = new HealthProbe(port);
    probe.thread.start();
    return probe;
  }

  private void ask() {
    byte[] answer = new byte[4096];
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(TIMEOUT_MILLIS);
      socket.setTcpNoDelay(true);
      InputStream in = socket.getInputStream();
      while (!stopped) {
        long begun = System.nanoTime();
        socket.getOutputStream().write(REQUEST);
        int size = 0;
        while (Response.end(answer, size) == Response.INCOMPLETE) {
          int read = in.read(answer, size, answer.length - size);
          if (read < 0) {
            throw new IOException("/health closed the connection");
          }
          size += read;
        }
        if (Response.status(answer) != 200) {
          throw new IOException("/health answered " + Response.status(answer));
        }
        long took = System.nanoTime() - begun;
        // As if it had asked at every interval, also while it waited for an answer.
        times.recordValueWithExpectedInterval(took, INTERVAL_NANOS);
        Thread.sleep(Math.max(1, (INTERVAL_NANOS - took) / 1_000_000));
      }
    } catch (IOException e) {
      failure = e;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Ends, and tells how long answers took, in nanoseconds.
   *
   * @throws IOException if an answer did not come, or was not 200
   */
  Histogram finish() throws IOException {
    close();
    if (failure != null) {
      throw failure;
    }
    return times;
  }

  @Override
  public void close() throws IOException {
    stopped = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("Interrupted", e);
    }
  }
}
