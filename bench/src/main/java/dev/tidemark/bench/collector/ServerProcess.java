package dev.tidemark.bench.collector;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.tidemark.embedded.ChildJvm;
import dev.tidemark.embedded.Ports;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A server that runs, in a process of its own. */
final class ServerProcess implements AutoCloseable {
  private static final Duration START_LIMIT = Duration.ofSeconds(60);
  private static final long LOOK_MILLIS = 100;

  private final Server server;
  private final int port;
  private final ChildJvm process;
  private final HttpClient client = HttpClient.newHttpClient();

  private ServerProcess(Server server, int port, ChildJvm process) {
    this.server = server;
    this.port = port;
    this.process = process;
  }

  /**
   * Starts a server and returns when it serves.
   *
   * @param directory for what it keeps and says
   */
  static ServerProcess start(Server server, String brokers, Path directory, List<String> options)
      throws IOException {
    Path own = Files.createDirectories(directory.resolve(server.label()));
    ServerTask task = new ServerTask(brokers, server.label(), Ports.free(), own);
    ChildJvm process =
        ChildJvm.start(
            own.resolve("out"),
            server.classPath(),
            options,
            Map.of(),
            server.program(),
            task.words().toArray(String[]::new));
    ServerProcess started = new ServerProcess(server, task.port(), process);
    try {
      started.awaitService();
      return started;
    } catch (IOException e) {
      process.close();
      throw e;
    }
  }

  private void awaitService() throws IOException {
    // Peers have no such path: any answer is a sign of life.
    int wanted = server == Server.TIDEMARK ? 200 : 0;
    long end = System.nanoTime() + START_LIMIT.toNanos();
    while (System.nanoTime() < end && process.isAlive()) {
      try {
        int status = ask("/ready", "0").statusCode();
        if (wanted == 0 || status == wanted) {
          return;
        }
      } catch (IOException e) {
        // Not yet.
      }
      sleep();
    }
    throw new IOException(server.label() + " does not serve:\n" + process.output());
  }

  /** Sends a request; its body and that of the answer are text. */
  HttpResponse<String> ask(String path, String body) throws IOException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://" + ServerTask.HOST + ":" + port + path));
    if (server.isHttp()) {
      request.GET();
    } else {
      request.POST(HttpRequest.BodyPublishers.ofString(body, US_ASCII));
    }
    try {
      return client.send(request.build(), HttpResponse.BodyHandlers.ofString(US_ASCII));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("Interrupted", e);
    }
  }

  private static void sleep() throws IOException {
    try {
      Thread.sleep(LOOK_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("Interrupted", e);
    }
  }

  Server server() {
    return server;
  }

  int port() {
    return port;
  }

  /** Processor time since its start, of all its threads. */
  long cpuNanos() {
    return cpuNanos(process.pid());
  }

  /** Processor time of any process. */
  static long cpuNanos(long pid) {
    return ProcessHandle.of(pid)
        .flatMap(p -> p.info().totalCpuDuration())
        .orElse(Duration.ZERO)
        .toNanos();
  }

  /** The most resident memory that it has had, in gigabytes. */
  double peakGigabytes() throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/" + process.pid() + "/status"))) {
      if (line.startsWith("VmHWM:")) {
        return Long.parseLong(line.replaceAll("\\D", "")) * 1024 / 1e9;
      }
    }
    throw new IOException("/proc does not say how much memory " + server.label() + " used");
  }

  @Override
  public void close() throws IOException {
    process.close();
  }
}
