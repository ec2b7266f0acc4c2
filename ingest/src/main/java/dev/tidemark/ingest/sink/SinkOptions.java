package dev.tidemark.ingest.sink;

import dev.tidemark.landing.Granularity;
import java.io.Serializable;
import java.net.URI;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.HashMap;
import java.util.Map;
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
 *   <li>{@code kafka.bootstrap.servers} (required) and other {@code kafka.} settings of the client:
 *       where topic ids and end offsets are asked for
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
    Map<String, String> kafka,
    String run)
    implements Serializable {

  private static final String KAFKA = "kafka.";

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
    String root = options.get("root");
    if (root == null) {
      throw missing("root");
    }
    return new SinkOptions(
        URI.create(root),
        options.getOrDefault("dataset", "events"),
        read(options, "granularity", Granularity::parse, Granularity.HOUR),
        read(options, "delay", Duration::parse, Duration.ofSeconds(15)),
        read(options, "future-bound", Duration::parse, Duration.ofMinutes(5)),
        Map.copyOf(kafka),
        options.getOrDefault("run", ""));
  }

  private static <T> T read(
      Map<String, String> options, String key, Function<String, T> parse, T byDefault) {
    String text = options.get(key);
    try {
      return text == null ? byDefault : parse.apply(text);
    } catch (DateTimeParseException e) {
      throw new IllegalArgumentException(
          "Option '"
              + key
              + "' of the sink 'landing' must be a duration such as PT1H. Found: "
              + text,
          e);
    }
  }

  private static IllegalArgumentException missing(String key) {
    return new IllegalArgumentException(
        "The sink 'landing' needs the option '" + key + "'. It is missing.");
  }
}
