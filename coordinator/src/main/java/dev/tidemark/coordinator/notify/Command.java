package dev.tidemark.coordinator.notify;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.coordinator.config.NotifyConfig;
import dev.tidemark.landing.HowLong;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a command for each event, with the event on its standard input and little else. Delivered is
 * what it ends with 0; one that takes too long is killed with what it started.
 */
final class Command implements Delivery {
  private static final Logger LOG = LoggerFactory.getLogger(Command.class);
  private static final Set<String> INHERITED = Set.of("PATH", "HOME", "LANG", "TZ");
  private static final int MOST_OUTPUT = 4096;
  private static final long LOOK_MILLIS = 20;

  private final NotifyConfig config;
  private final LongSupplier nanos;
  private volatile boolean closed;

  /**
   * A command.
   *
   * @param nanos a clock that never goes back
   */
  Command(NotifyConfig config, LongSupplier nanos) {
    this.config = config;
    this.nanos = nanos;
  }

  @Override
  public void deliver(Event event) throws IOException {
    Process process = start(event);
    try {
      say(process, event);
      String output = finish(process);
      int status = process.exitValue();
      if (status != 0) {
        throw new IOException("it ended with " + status + SafeLine.of(": ", output));
      }
      LOG.debug("{}{}", config.name(), SafeLine.of(": ", output));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("it was interrupted");
    } finally {
      kill(process);
    }
  }

  private Process start(Event event) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(config.command()).redirectErrorStream(true);
    Map<String, String> environment = builder.environment();
    environment.keySet().retainAll(INHERITED);
    environment.put("TIDEMARK_EVENT", event.type().toString());
    environment.put("TIDEMARK_DATASET", event.dataset());
    environment.put("TIDEMARK_PARTITION", event.partition().map(Object::toString).orElse(""));
    environment.put("TIDEMARK_REVISION", event.revision().map(Object::toString).orElse(""));
    environment.put("TIDEMARK_PATH", event.path().orElse(""));
    return builder.start();
  }

  /**
   * An event is shorter than what a pipe holds, so a command that does not read holds up nobody.
   */
  private static void say(Process process, Event event) {
    try (OutputStream in = process.getOutputStream()) {
      in.write((event.json() + "\n").getBytes(UTF_8));
    } catch (IOException e) {
      LOG.debug("The command does not read what it is told: {}", e.getMessage());
    }
  }

  /** The end of what it wrote. What it started and left running may hold its output open. */
  private String finish(Process process) throws IOException, InterruptedException {
    long begun = nanos.getAsLong();
    Tail tail = new Tail();
    InputStream out = process.getInputStream();
    boolean ended = false;
    while (!ended) {
      ended = process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS);
      tail.drain(out);
      if (!ended && nanos.getAsLong() - begun > config.timeout().toNanos()) {
        throw new IOException(
            "it did not end within "
                + HowLong.of(config.timeout())
                + SafeLine.of(": ", tail.text()));
      }
      if (closed && !ended) {
        throw new IOException("it was given up");
      }
    }
    return tail.text();
  }

  private static void kill(Process process) {
    if (process.isAlive()) {
      // Before it is gone, for then nobody knows any more what it started.
      try (Stream<ProcessHandle> started = process.descendants()) {
        List<ProcessHandle> children = started.toList();
        process.destroyForcibly();
        children.forEach(Command::killWithDescendants);
      }
    }
    try {
      process.getInputStream().close();
    } catch (IOException e) {
      LOG.debug("The command's output was not closed: {}", e.getMessage());
    }
  }

  @Override
  public void close() {
    closed = true;
  }

  private static void killWithDescendants(ProcessHandle process) {
    try (Stream<ProcessHandle> started = process.descendants()) {
      List<ProcessHandle> children = started.toList();
      process.destroyForcibly();
      children.forEach(ProcessHandle::destroyForcibly);
    }
  }

  /** The last bytes of what is there to be read. */
  private static final class Tail {
    private byte[] bytes = new byte[0];

    void drain(InputStream in) throws IOException {
      // Bounded, for a command may write faster than this reads.
      for (int looks = 0; looks < 100; looks++) {
        int available = in.available();
        if (available == 0) {
          return;
        }
        byte[] more = in.readNBytes(Math.min(available, MOST_OUTPUT));
        byte[] all = new byte[Math.min(MOST_OUTPUT, bytes.length + more.length)];
        int kept = all.length - more.length;
        System.arraycopy(bytes, bytes.length - kept, all, 0, kept);
        System.arraycopy(more, 0, all, kept, more.length);
        bytes = all;
      }
    }

    String text() {
      return new String(bytes, UTF_8);
    }
  }
}
