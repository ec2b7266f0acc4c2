package dev.tidemark.bench.process;

import java.time.Instant;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.UUID;

/** Clickstream events as the collector writes them, about 480 bytes a line. */
final class Click {
  /** What {@code conf/events} would say of them. */
  static final String TYPES =
      """
      types:
        - {name: search, match: {path: type, value: search}}
        - {name: component, match: {path: type, value: component}}
      columns:
        - {name: uid, path: uid, type: string, description: What would be an id in the envelope.}
        - {name: sid, path: sid, type: string, required: true, description: Session.}
        - {name: event_time, path: timestamp, type: timestamp, required: true, description: When.}
        - {name: event_type, path: type, type: string, required: true, description: Kind.}
        - {name: channel, path: channel, type: string, description: Where.}
        - {name: action, path: action, type: string, description: What.}
        - {name: culture, path: culture, type: string, description: Language.}
        - {name: latitude, path: latitude, type: double, description: North.}
        - {name: longitude, path: longitude, type: double, description: East.}
        - {name: product_id, path: productId, type: string, description: Product.}
        - {name: search_query, path: searchQuery, type: string, description: Query.}
      """;

  /** The same columns for one who reads JSON with SQL; {@code event} is a structure of them. */
  static final String EVENT_COLUMNS =
      "sid %1$s, timestamp %1$s, type %1$s, channel %1$s, action %1$s, culture %1$s, latitude"
          + " %2$s, longitude %2$s, productId %1$s, searchQuery %1$s";

  private static final String[] CULTURES = {"en_AU", "en_US", "de_DE", "fr_FR", "ja_JP"};
  private static final String[] ACTIONS = {"impression", "click", "add", "remove"};
  private static final String[] WORDS = {"bread knife", "oak desk", "tent", "red lamp", "kettle"};
  private static final int REPEATS_EVERY = 100;

  private Click() {}

  /** Whether an event is a client's second sending of the one before it. */
  static boolean isRepeat(long index) {
    return index % REPEATS_EVERY == REPEATS_EVERY - 1;
  }

  /**
   * The line of an event; the same for the same index.
   *
   * @param withId whether its id stands in the envelope, where repeats are told by it, or in the
   *     event, where it is a value as others are
   */
  static String json(long index, Instant hour, boolean withId) {
    long own = isRepeat(index) ? index - 1 : index;
    SplittableRandom random = new SplittableRandom(own);
    Instant time = hour.plusMillis(own % 3_600_000);
    boolean search = random.nextBoolean();
    UUID id = new UUID(random.nextLong(), random.nextLong());
    return (withId ? "{\"event_id\":\"" + id + "\"," : "{")
        + "\"received_at\":\""
        + time
        + "\",\"source\":\"web\",\"ip\":\"203.0.113."
        + random.nextInt(256)
        + "\",\"user_agent\":\"Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101\",\"event\":{"
        + (withId ? "" : "\"uid\":\"" + id + "\",")
        + "\"sid\":\""
        + new UUID(random.nextLong(), random.nextInt(50_000))
        + "\",\"timestamp\":\""
        + time
        + "\",\"type\":\""
        + (search ? "search" : "component")
        + "\",\"channel\":\"mobile\",\"action\":\""
        + ACTIONS[random.nextInt(ACTIONS.length)]
        + "\",\"culture\":\""
        + CULTURES[random.nextInt(CULTURES.length)]
        + "\",\"latitude\":"
        + degrees(random, 90)
        + ",\"longitude\":"
        + degrees(random, 180)
        + (search
            ? ",\"searchQuery\":\"" + WORDS[random.nextInt(WORDS.length)] + "\""
            : ",\"productId\":\"P-" + random.nextInt(100_000) + "\"")
        + ",\"page\":\"https://shop.example/"
        + random.nextInt(10_000)
        + "\"}}";
  }

  private static String degrees(SplittableRandom random, int bound) {
    return String.format(Locale.ROOT, "%.4f", random.nextDouble(-bound, bound));
  }
}
