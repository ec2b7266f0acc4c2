package dev.tidemark.bench.landing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.UUID;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** Page views of about 400 bytes of JSON. */
public final class Event {
  /** Its fields, in the order in which they stand in the text. */
  static final StructType SCHEMA =
      new StructType()
          .add("event_id", DataTypes.StringType)
          .add("event_type", DataTypes.StringType)
          .add("occurred_at", DataTypes.StringType)
          .add("user_id", DataTypes.StringType)
          .add("session_id", DataTypes.StringType)
          .add("url", DataTypes.StringType)
          .add("referrer", DataTypes.StringType)
          .add("user_agent", DataTypes.StringType)
          .add("screen_width", DataTypes.IntegerType)
          .add("duration_ms", DataTypes.LongType);

  private static final String[] TYPES = {"page_view", "click", "add_to_cart", "search"};

  private Event() {}

  /** One event; the same for the same index and time. */
  public static byte[] json(long index, Instant time) {
    SplittableRandom random = new SplittableRandom(index);
    return ("{\"event_id\":\""
            + new UUID(random.nextLong(), random.nextLong())
            + "\",\"event_type\":\""
            + TYPES[random.nextInt(TYPES.length)]
            + "\",\"occurred_at\":\""
            + time
            + "\",\"user_id\":\"u"
            + number(random, 1_000_000)
            + "\",\"session_id\":\""
            + Long.toHexString(random.nextLong() | Long.MIN_VALUE)
            + "\",\"url\":\"https://shop.example/catalogue/"
            + number(random, 10_000)
            + "/item-"
            + number(random, 1_000_000)
            + "?colour=blue\",\"referrer\":\"https://search.example/results?page="
            + random.nextInt(10)
            + "\",\"user_agent\":\"Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101"
            + " Firefox/128.0\",\"screen_width\":1920,\"duration_ms\":"
            + random.nextInt(100_000)
            + "}")
        .getBytes(UTF_8);
  }

  private static String number(SplittableRandom random, int bound) {
    return String.format(Locale.ROOT, "%07d", random.nextInt(bound));
  }
}
