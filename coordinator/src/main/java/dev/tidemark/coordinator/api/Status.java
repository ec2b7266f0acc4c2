package dev.tidemark.coordinator.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.coordinator.observe.TickHealth;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** What is answered from memory, whatever has become of the file system. */
final class Status {
  private final Supplier<List<TickHealth.Health>> health;
  private final Supplier<String> metrics;

  private record Health(String status, List<TickHealth.Health> datasets) {}

  Status(Supplier<List<TickHealth.Health>> health, Supplier<String> metrics) {
    this.health = health;
    this.metrics = metrics;
  }

  List<Endpoint> endpoints() {
    return List.of(
        new Endpoint(Endpoint.Kind.STATUS, "/health", this::health),
        new Endpoint(Endpoint.Kind.STATUS, "/metrics", this::metrics),
        new Endpoint(Endpoint.Kind.STATUS, "/api/v1/openapi.yaml", this::description));
  }

  private Answer health(Call call) {
    List<TickHealth.Health> datasets = health.get();
    boolean well = datasets.stream().allMatch(TickHealth.Health::well);
    return Answer.json(well ? 200 : 503, new Health(well ? "ok" : "failing", datasets));
  }

  private Answer metrics(Call call) {
    return Answer.text("text/plain; version=0.0.4; charset=utf-8", metrics.get());
  }

  private Answer description(Call call) {
    call.knows(Set.of());
    try (InputStream file = Status.class.getResourceAsStream("openapi.yaml")) {
      if (file == null) {
        throw Refusal.notFound("This build comes without the API's description.");
      }
      return Answer.text("application/yaml; charset=utf-8", new String(file.readAllBytes(), UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
