package dev.tidemark.collector.metrics;

import dev.tidemark.collector.event.Problem;
import dev.tidemark.collector.kafka.EventProducer;
import dev.tidemark.collector.spill.Spill;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToDoubleFunction;

/**
 * What a collector counts, all of it below {@code tidemark.collector}. Labels have few values:
 * status codes, configured sources, kinds of problems.
 */
public final class CollectorMetrics implements AutoCloseable {
  private static final String PREFIX = "tidemark.collector.";

  private static final Duration[] BOUNDS = {
    Duration.ofMillis(1),
    Duration.ofMillis(2),
    Duration.ofMillis(5),
    Duration.ofMillis(10),
    Duration.ofMillis(20),
    Duration.ofMillis(50),
    Duration.ofMillis(100),
    Duration.ofMillis(200),
    Duration.ofMillis(500),
    Duration.ofSeconds(1),
    Duration.ofSeconds(2),
    Duration.ofMillis(3_500),
  };

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final Map<Integer, Counter> requests = new ConcurrentHashMap<>();
  private final Map<String, Counter> events = new ConcurrentHashMap<>();
  private final Map<String, Counter> notKept = new ConcurrentHashMap<>();
  private final Map<Problem.Kind, Counter> rejected = new EnumMap<>(Problem.Kind.class);
  private final Counter bytes;
  private final Timer durable;
  private final JvmGcMetrics collections = new JvmGcMetrics();

  public CollectorMetrics() {
    bytes = counter("received.bytes", "Bytes of bodies, as sent").register(registry);
    durable =
        Timer.builder(PREFIX + "durable")
            .description("From a request's records being ready until they are durable")
            .serviceLevelObjectives(BOUNDS)
            .register(registry);
    for (Problem.Kind kind : Problem.Kind.values()) {
      rejected.put(
          kind,
          counter("rejected.events", "Events that went to the topic of rejected ones")
              .tag("reason", kind.code())
              .register(registry));
    }
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
    collections.bindTo(registry);
  }

  /** Adds what a producer has to tell. */
  public void watch(EventProducer producer) {
    gauge("producer.buffered.bytes", "Records that wait to be sent", producer, p -> p.buffered());
    gauge(
        "producer.in.flight", "Requests that Kafka has not answered", producer, p -> p.inFlight());
    gauge("kafka.away", "1 while Kafka does not acknowledge", producer, p -> p.isAway() ? 1 : 0);
  }

  /** Adds what a spill has to tell. */
  public void watch(Spill spill, Clock clock) {
    gauge("spill.bytes", "Size of what waits for Kafka on disk", spill, Spill::bytes);
    gauge("spill.records", "Records that wait for Kafka on disk", spill, Spill::records);
    gauge("spill.aside", "Records that Kafka refuses as they are", spill, Spill::recordsAside);
    gauge(
        "spill.oldest.age.seconds",
        "Since when the first record on disk waits",
        spill,
        s -> s.oldestMillis() == 0 ? 0 : (clock.millis() - s.oldestMillis()) / 1e3);
    total("spill.written.records", "Records written to disk", spill, Spill::spilledTotal);
    total("spill.replayed.records", "Records that Kafka took", spill, Spill::replayedTotal);
    total("spill.refused.records", "Records not kept", spill, Spill::refusedTotal);
  }

  public void answered(int status) {
    requests
        .computeIfAbsent(
            status,
            s ->
                counter("requests", "Requests by answer")
                    .tag("status", Integer.toString(s))
                    .register(registry))
        .increment();
  }

  public void received(int bodyBytes) {
    bytes.increment(bodyBytes);
  }

  /** Events are durable. */
  public void accepted(String source, int count) {
    events
        .computeIfAbsent(
            source,
            s -> counter("events", "Events that are durable").tag("source", s).register(registry))
        .increment(count);
  }

  public void rejected(Problem.Kind kind) {
    rejected.get(kind).increment();
  }

  /** Events were not kept because their client asked for privacy. */
  public void dropped(String source, int count) {
    notKept
        .computeIfAbsent(
            source,
            s ->
                counter("dropped.events", "Events not kept, by their client's wish")
                    .tag("source", s)
                    .register(registry))
        .increment(count);
  }

  public void durableAfter(long nanos) {
    durable.record(Duration.ofNanos(nanos));
  }

  /** All of it in Prometheus's text format, version 0.0.4. */
  public String scrape() {
    return registry.scrape();
  }

  private static Counter.Builder counter(String name, String description) {
    return Counter.builder(PREFIX + name).description(description);
  }

  private <T> void gauge(String name, String text, T object, ToDoubleFunction<T> value) {
    Gauge.builder(PREFIX + name, object, value).description(text).register(registry);
  }

  private <T> void total(String name, String text, T object, ToDoubleFunction<T> value) {
    FunctionCounter.builder(PREFIX + name, object, value).description(text).register(registry);
  }

  @Override
  public void close() {
    collections.close();
    registry.close();
  }
}
