package dev.tidemark.bench.pipeline;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Locale;
import java.util.SplittableRandom;
import java.util.UUID;

/** What a shop's pages send, about 400 bytes, of the types that {@code conf/events} declares. */
final class ClickEvent {
  private static final String[] ACTIONS = {"impression", "click", "add", "remove"};
  private static final String[] WORDS = {"bread knife", "oak desk", "tent", "red lamp", "kettle"};

  private ClickEvent() {}

  /** One event; the same for the same number and time. */
  static byte[] json(long number, String time) {
    SplittableRandom random = new SplittableRandom(number);
    boolean search = random.nextBoolean();
    return ("{\"event_id\":\""
            + new UUID(random.nextLong(), random.nextLong())
            + "\",\"sid\":\""
            + new UUID(random.nextLong(), random.nextInt(50_000))
            + "\",\"timestamp\":\""
            + time
            + "\",\"type\":\""
            + (search ? "search" : "component")
            + "\",\"channel\":\"mobile\",\"action\":\""
            + ACTIONS[random.nextInt(ACTIONS.length)]
            + "\",\"culture\":\"en_AU\",\"latitude\":"
            + degrees(random, 90)
            + ",\"longitude\":"
            + degrees(random, 180)
            + (search
                ? ",\"searchQuery\":\"" + WORDS[random.nextInt(WORDS.length)] + "\""
                : ",\"productId\":\"P-" + random.nextInt(100_000) + "\"")
            + ",\"page\":\"https://shop.example/catalogue/item-"
            + random.nextInt(10_000)
            + "?colour=blue\",\"referrer\":\"https://search.example/results?page="
            + random.nextInt(10)
            + "\"}")
        .getBytes(UTF_8);
  }

  private static String degrees(SplittableRandom random, int bound) {
    return String.format(Locale.ROOT, "%.4f", random.nextDouble(-bound, bound));
  }
}
