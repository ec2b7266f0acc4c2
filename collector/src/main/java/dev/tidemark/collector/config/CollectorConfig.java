package dev.tidemark.collector.config;

import dev.tidemark.landing.config.Section;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The section {@code collector}.
 *
 * @param port 0 is any free one
 * @param topic where events go
 * @param rejectedTopic where events go that cannot be kept
 * @param maxBody largest body in bytes, as sent and, if compressed, unpacked
 * @param maxBuffered most bytes of bodies in memory, of all requests together
 * @param maxEvent largest event in bytes, insignificant white space not counted
 * @param maxEvents most events of one request
 * @param maxHeader largest request line with headers, in bytes
 * @param threads most threads for requests that are large or that Kafka makes wait; all others are
 *     served by the few threads that read them
 * @param admissionLimit most requests that are in such a thread, or wait for one
 * @param answerWithin every request is answered by then, counted from its headers
 * @param idleTimeout a connection on which nothing moves is closed
 * @param headersWithin a connection on which a request's headers take longer is closed
 * @param drainDelay how long a stopping collector keeps serving while it says that it is not ready
 * @param drainLimit how long it then waits for what is in flight
 * @param keys known clients; none means that the collector is open
 * @param trustedProxies whose {@code X-Forwarded-For} is believed
 * @param allowedOrigins origins of web pages that may send; {@code *} is any
 * @param privacy what holds for everybody where no keys are configured
 * @param keysReload how often the configuration is looked at for other keys; zero is never
 * @param accessLog whether each request is logged, without query and body
 * @param metricsFrom who may read the metrics
 * @param tls without it HTTP is served in the clear
 * @param spill where events are kept while Kafka is away
 */
public record CollectorConfig(
    String bindAddress,
    int port,
    String topic,
    String rejectedTopic,
    int maxBody,
    long maxBuffered,
    int maxEvent,
    int maxEvents,
    int maxHeader,
    int threads,
    int admissionLimit,
    Duration answerWithin,
    Duration idleTimeout,
    Duration headersWithin,
    Duration drainDelay,
    Duration drainLimit,
    List<WriteKey> keys,
    List<Network> trustedProxies,
    Set<String> allowedOrigins,
    Privacy privacy,
    Duration keysReload,
    boolean accessLog,
    List<Network> metricsFrom,
    Optional<TlsConfig> tls,
    SpillConfig spill) {

  private static final Pattern TOPIC = Pattern.compile("(?!\\.{1,2}$)[A-Za-z0-9._-]{1,249}");
  private static final Pattern SUFFIX = Pattern.compile("[A-Za-z0-9._-]{1,100}");
  private static final int MIB = 1024 * 1024;

  // With its envelope it is below what Kafka takes by default, a MiB.
  private static final int LEAST_REJECTED = 900 * 1024;

  public CollectorConfig {
    keys = List.copyOf(keys);
    trustedProxies = List.copyOf(trustedProxies);
    metricsFrom = List.copyOf(metricsFrom);
    allowedOrigins = Set.copyOf(allowedOrigins);
  }

  public static CollectorConfig read(Section root) {
    Section section = root.section("collector");
    String topic =
        section.matching("topic", "events", TOPIC, "must be a topic's name, such as events");
    String suffix =
        section.matching(
            "rejected-topic-suffix", "-rejected", SUFFIX, "must be part of a topic's name");
    CollectorConfig config =
        new CollectorConfig(
            section.text("bind-address", "127.0.0.1"),
            section.integer("port", 8080, 0, 65_535),
            topic,
            topic + suffix,
            size(section, "max-body", 4 * MIB, 1024, 64 * MIB),
            section.bytes("max-buffered", 128L * MIB),
            size(section, "max-event", 256 * 1024, 1024, 8 * MIB),
            section.integer("max-events", 5_000, 1, 100_000),
            size(section, "max-header", 20 * 1024, 1024, MIB),
            section.integer("threads", 32, 1, 10_000),
            section.integer("admission-limit", 200, 1, 10_000),
            section.duration("answer-within", Duration.ofMillis(3_600), Duration.ofMillis(100)),
            section.duration("idle-timeout", Duration.ofSeconds(30), Duration.ofSeconds(1)),
            section.duration("headers-within", Duration.ofSeconds(10), Duration.ofSeconds(1)),
            section.duration("drain-delay", Duration.ofSeconds(10)),
            section.duration("drain-limit", Duration.ofSeconds(30)),
            section.sections("keys").stream().map(WriteKey::read).toList(),
            networks(section, "trusted-proxies", List.of()),
            Set.copyOf(section.texts("allowed-origins", List.of())),
            section.choice("privacy", Privacy.KEEP),
            section.duration("keys-reload", Duration.ofSeconds(10)),
            section.flag("access-log", false),
            networks(section, "metrics-from", List.of("127.0.0.0/8", "::1")),
            TlsConfig.read(section.section("tls")),
            SpillConfig.read(section.section("spill")));
    config.checkTogether(section);
    section.rejectUnknown();
    return config;
  }

  /** Largest rejected event that is kept whole, in bytes. */
  public int maxRejected() {
    return Math.max(maxEvent, LEAST_REJECTED);
  }

  /** The keys; where none are configured, the one that everybody is taken to have shown. */
  public KeySet keySet() {
    return new KeySet(keys, WriteKey.open(privacy));
  }

  private void checkTogether(Section section) {
    if (maxEvent > maxBody) {
      section.problem("max-event", "must not be above max-body", maxEvent);
    }
    if (maxBuffered < 2L * maxBody) {
      section.problem("max-buffered", "must be at least twice max-body", maxBuffered);
    }
    if (admissionLimit < threads) {
      section.problem(
          "admission-limit", "must not be below the " + threads + " threads", admissionLimit);
    }
    if (answerWithin.compareTo(Duration.ofSeconds(4)) > 0) {
      section.problem("answer-within", "must be at most PT4S: clients give up", answerWithin);
    }
    if (spill.isOn() && spill.maxBytes() < 4L * maxBody) {
      section.problem(
          "spill.max-bytes", "must be at least four times max-body, or 0", spill.maxBytes());
    }
    if (rejectedTopic.length() > 249) {
      section.problem("rejected-topic-suffix", "makes a topic's name too long", rejectedTopic);
    }
    Set<String> distinct = keys.stream().map(WriteKey::key).collect(Collectors.toSet());
    if (distinct.size() < keys.size()) {
      section.problem("keys", "must differ from each other", "one key more than once");
    }
  }

  private static int size(Section section, String key, int byDefault, int least, int most) {
    long value = section.bytes(key, byDefault);
    if (value < least || value > most) {
      section.problem(key, "must be from " + least + " to " + most + " bytes", value);
      return byDefault;
    }
    return (int) value;
  }

  private static List<Network> networks(Section section, String key, List<String> byDefault) {
    return section.texts(key, byDefault).stream()
        .flatMap(
            text -> {
              var network = Network.parse(text);
              if (network.isEmpty()) {
                section.problem(key, Network.RULE, text);
              }
              return network.stream();
            })
        .toList();
  }
}
