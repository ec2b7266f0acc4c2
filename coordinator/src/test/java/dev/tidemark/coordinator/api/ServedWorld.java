package dev.tidemark.coordinator.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.tidemark.coordinator.World;
import dev.tidemark.coordinator.config.AdminToken;
import dev.tidemark.coordinator.config.ApiConfig;
import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.fs.MemoryFileSystem;
import dev.tidemark.landing.fs.MemoryFileSystem.Fault;
import dev.tidemark.landing.log.Journal;
import dev.tidemark.landing.log.LandingLog;
import dev.tidemark.landing.log.LogEntry;
import dev.tidemark.landing.log.LogRecord;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** A dataset in memory, its coordinator, and HTTP on both. */
final class ServedWorld implements AutoCloseable {
  static final String ALICE = "alice-0123456789abcdef";
  static final List<AdminToken> TOKENS =
      List.of(new AdminToken("bob", "bob-0123456789abcdef"), new AdminToken("alice", ALICE));
  static final String EVENTS = "/api/v1/datasets/events";

  private static final Duration HEARTBEAT = Duration.ofMillis(200);
  private static final JsonMapper JSON = JsonMapper.builder().build();

  final World world;
  private final LandingFileSystem files;
  private final CoordinatorHttp http;
  private final HttpClient client = HttpClient.newHttpClient();

  ServedWorld(List<AdminToken> tokens) {
    this(tokens, "127.0.0.1", new MemoryFileSystem(), UnaryOperator.identity());
  }

  /** Something befalls every user of the file system. */
  static ServedWorld with(Fault fault) {
    return new ServedWorld(
        TOKENS, "127.0.0.1", new MemoryFileSystem(fault), UnaryOperator.identity());
  }

  /**
   * As it is made.
   *
   * @param seen the file system as the server has it
   */
  ServedWorld(
      List<AdminToken> tokens,
      String host,
      LandingFileSystem files,
      UnaryOperator<LandingFileSystem> seen) {
    this.files = files;
    world = new World(files);
    http =
        new CoordinatorHttp(
            new PrometheusMeterRegistry(PrometheusConfig.DEFAULT), world.clock(), HEARTBEAT);
    world.observedBy(
        http.watch(
            world.dataset(),
            seen.apply(files),
            Duration.ofSeconds(10),
            Optional.of(Duration.ofMinutes(30))));
    http.start(new ApiConfig(host, 0, tokens));
  }

  int port() {
    return http.port();
  }

  List<Endpoint> endpoints() {
    return http.endpoints();
  }

  HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + http.port() + path))
        .timeout(Duration.ofSeconds(10));
  }

  HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return client.send(request.build(), BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The answer as it comes; whoever asked closes it. */
  HttpResponse<InputStream> open(HttpRequest.Builder request) {
    try {
      return client.send(request.build(), BodyHandlers.ofInputStream());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  HttpResponse<String> get(String path) {
    return send(request(path));
  }

  /** As Alice. */
  HttpResponse<String> post(String path, String body) {
    return send(posting(path, body).header("Authorization", "Bearer " + ALICE));
  }

  HttpRequest.Builder posting(String path, String body) {
    return request(path)
        .header("Content-Type", "application/json")
        .POST(BodyPublishers.ofString(body));
  }

  static JsonNode json(HttpResponse<String> response) {
    try {
      return JSON.readTree(response.body());
    } catch (IOException e) {
      throw new UncheckedIOException(response.body(), e);
    }
  }

  static String code(HttpResponse<String> response) {
    return json(response).at("/error/code").asText();
  }

  static String message(HttpResponse<String> response) {
    return json(response).at("/error/message").asText();
  }

  void collectsFrom(URI collector) {
    http.collectsFrom(collector);
  }

  /** The log's entries up to here are cleaned up, as they are when they are old. */
  void logIsShortened() {
    Journal journal =
        Journal.of(files, world.clock(), "test", new Journal.Upkeep(1, Duration.ZERO));
    for (int i = 0; i < 2; i++) {
      journal.append(s -> Optional.of(new LogEntry.Fence("run")));
      world.timePasses(Duration.ofSeconds(1));
      journal.append(s -> Optional.of(new LogEntry.IngestClaim("run", Duration.ofDays(9))));
      world.timePasses(Duration.ofSeconds(1));
    }
  }

  LogRecord newestEntry() {
    return new LandingLog(files).read(world.state().version()).orElseThrow();
  }

  @Override
  public void close() {
    http.close();
  }
}
