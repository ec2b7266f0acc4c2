package dev.tidemark.ingest.sink;

import dev.tidemark.landing.Granularity;
import dev.tidemark.landing.config.EventTimeConfig;
import dev.tidemark.landing.config.JsonPath;
import dev.tidemark.landing.config.RetentionConfig;
import java.net.URI;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Options of the sink.
 *
 * <ul>
 *   <li>{@code root} (required): URI of the dataset's root
 *   <li>{@code dataset}: its name; default {@code events}
 *   <li>{@code granularity}: length of a partition; default {@code PT1H}
 *   <li>{@code delay}: how long a record may take from its time to Kafka; default {@code PT15S}
 *   <li>{@code future-bound}: a record time further ahead of now is ignored; default {@code PT5M}
 *   <li>{@code past-bound}: likewise one further back; default {@code P30D}
 *   <li>{@code partition-time}: which time decides where a record lands, {@code record} (default)
 *       or {@code event}, the time inside the event:
 *       <ul>
 *         <li>{@code event-time.path} (required then): its place in the JSON object that the value
 *             is, as {@code $.timestamp}; see {@link EventTimeReader} for what can stand there
 *         <li>{@code event-time.past-bound}: one further back from the moment of landing is not
 *             used; default {@code P7D}
 *         <li>{@code event-time.future-bound}: likewise one further ahead; default {@code PT5M}
 *         <li>{@code event-time.allowed-lateness}: how much longer the watermark waits, besides
 *             {@code delay}; default {@code PT0S}
 *         <li>{@code event-time.max-partitions}: most partitions that a task of a micro-batch opens
 *             by event time; default 500
 *       </ul>
 *       A record whose event time is not used lands by its record time and, over the cap, by
 *       landing time
 *   <li>{@code settling}: how long the watermark stays after Kafka was away; default {@code PT30S}
 *   <li>{@code gap}: what becomes of a query that begins past the landed offset: {@code refuse}
 *       (default), or {@code record} that the records between are given up
 *   <li>{@code kafka.bootstrap.servers} (required) and other {@code kafka.} settings of the client,
 *       the same as the source's: where topic ids and end offsets are asked for
 *   <li>{@code lease}: silence after which another run may take over; default {@code PT1M}
 *   <li>{@code log-retention}: age at which entries of the log may go; default and least {@code
 *       P7D}
 *   <li>{@code run}: names this run of the program; default the query's id and a random part
 *   <li>{@code checkpointLocation}: Spark's own
 * </ul>
 */
record SinkOptions(
    URI root,
    String dataset,
    Granularity granularity,
    Duration delay,
    Duration futureBound,
    Duration pastBound,
    Optional<EventTimeConfig> eventTime,
    Duration settling,
    Duration lease,
    Duration logRetention,
    Gap gap,
    Map<String, String> kafka,
    String run) {

  private static final String KAFKA = "kafka.";
  private static final String EVENT_TIME = "event-time.";

  /** What becomes of records before the one that a query begins with. */
  enum Gap {
    REFUSE,
    RECORD
  }

  static SinkOptions read(Map<String, String> caseSensitive) {
    Map<String, String> options = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    options.putAll(caseSensitive);
    Map<String, String> kafka = new HashMap<>();
    caseSensitive.forEach(
        (key, value) -> {
          if (key.startsWith(KAFKA)) {
            kafka.put(key.substring(KAFKA.length()), value);
          }
        });
    if (!kafka.containsKey("bootstrap.servers")) {
      throw missing("kafka.bootstrap.servers");
    }
    if (!options.containsKey("root")) {
      throw missing("root");
    }
    return new SinkOptions(
        read(options, "root", "must be a URI", URI::create, null),
        options.getOrDefault("dataset", "events"),
        read(
            options,
            "granularity",
            "must be a duration of whole minutes that divide an hour evenly, such as PT1H",
            Granularity::parse,
            Granularity.HOUR),
        duration(options, "delay", Duration.ofSeconds(15)),
        duration(options, "future-bound", Duration.ofMinutes(5)),
        duration(options, "past-bound", Duration.ofDays(30)),
        eventTime(options),
        duration(options, "settling", Duration.ofSeconds(30)),
        read(
            options,
            "lease",
            "must be a duration such as PT1M, at least PT1S",
            text ->
                Optional.of(Duration.parse(text))
                    .filter(d -> d.compareTo(Duration.ofSeconds(1)) >= 0)
                    .orElseThrow(() -> new IllegalArgumentException("too short")),
            Duration.ofMinutes(1)),
        read(
            options,
            "log-retention",
            "must be a duration, at least P7D",
            text ->
                Optional.of(Duration.parse(text))
                    .filter(d -> d.compareTo(RetentionConfig.LEAST_LOG) >= 0)
                    .orElseThrow(() -> new IllegalArgumentException("too short")),
            RetentionConfig.LEAST_LOG),
        read(
            options,
            "gap",
            "must be 'refuse' or 'record'",
            text -> Gap.valueOf(text.toUpperCase(Locale.ROOT)),
            Gap.REFUSE),
        Map.copyOf(kafka),
        options.getOrDefault("run", ""));
  }

  /** How far the watermark stays behind what was read. */
  Duration watermarkDelay() {
    return delay.plus(eventTime.map(EventTimeConfig::allowedLateness).orElse(Duration.ZERO));
  }

  private static Optional<EventTimeConfig> eventTime(Map<String, String> options) {
    boolean byEvent =
        read(
            options,
            "partition-time",
            "must be 'record' or 'event'",
            text ->
                switch (text.toLowerCase(Locale.ROOT)) {
                  case "record" -> false;
                  case "event" -> true;
                  default -> throw new IllegalArgumentException(text);
                },
            false);
    if (!byEvent) {
      return Optional.empty();
    }
    if (!options.containsKey(EVENT_TIME + "path")) {
      throw missing(EVENT_TIME + "path");
    }
    return Optional.of(
        new EventTimeConfig(
            read(
                options,
                EVENT_TIME + "path",
                JsonPath.RULE,
                text -> JsonPath.parse(text).orElseThrow(IllegalArgumentException::new),
                null),
            duration(options, EVENT_TIME + "past-bound", EventTimeConfig.PAST_BOUND),
            duration(options, EVENT_TIME + "future-bound", EventTimeConfig.FUTURE_BOUND),
            duration(options, EVENT_TIME + "allowed-lateness", Duration.ZERO),
            read(
                options,
                EVENT_TIME + "max-partitions",
                "must be a whole number from 1 to " + EventTimeConfig.MOST_PARTITIONS,
                SinkOptions::partitions,
                EventTimeConfig.MAX_PARTITIONS)));
  }

  private static int partitions(String text) {
    int number = Integer.parseInt(text);
    if (number < 1 || number > EventTimeConfig.MOST_PARTITIONS) {
      throw new IllegalArgumentException(text);
    }
    return number;
  }

  private static Duration duration(Map<String, String> options, String key, Duration byDefault) {
    return read(
        options,
        key,
        "must be a duration such as PT15S, not negative",
        text -> {
          Duration duration = Duration.parse(text);
          if (duration.isNegative()) {
            throw new IllegalArgumentException("negative");
          }
          return duration;
        },
        byDefault);
  }

  private static <T> T read(
      Map<String, String> options,
      String key,
      String rule,
      Function<String, T> parse,
      T byDefault) {
    String text = options.get(key);
    try {
      return text == null ? byDefault : parse.apply(text);
    } catch (DateTimeParseException | IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "Option '" + key + "' of the sink 'landing' " + rule + ". Found: " + text, e);
    }
  }

  private static IllegalArgumentException missing(String key) {
    return new IllegalArgumentException(
        "The sink 'landing' needs the option '" + key + "'. It is missing.");
  }
}
