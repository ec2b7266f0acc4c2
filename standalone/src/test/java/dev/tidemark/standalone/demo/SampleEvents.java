package dev.tidemark.standalone.demo;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;

/**
 * Makes up the sample events: visitors of a shop who search, look and click. The same list every
 * time. Run {@code main} with the resource's path to write it anew.
 */
final class SampleEvents {
  static final int EVENTS = 1_980;
  static final int RETRIES = 20;
  static final List<String> INCOMPLETE = List.of("type", "sid", "type");

  private static final JsonMapper JSON = new JsonMapper();
  private static final Instant FIRST = Instant.parse("2026-03-14T09:00:00Z");
  private static final List<String> QUERIES =
      List.of(
          "tide table",
          "wool socks",
          "rain jacket",
          "kettle",
          "oak desk",
          "reading lamp",
          "garden hose",
          "road bike",
          "27\" monitor",
          "café cups",
          "süpürge",
          "kışlık bot",
          "tent, two persons",
          "hiking boots",
          "blue ink",
          "notebook A5",
          "phone case",
          "travel adapter",
          "sea salt",
          "wind chime",
          "bread knife",
          "cotton sheets");
  private static final List<String> CULTURES = List.of("en_GB", "en_US", "de_DE", "fr_FR", "tr_TR");
  // Nets that are reserved for documentation (RFC 5737, RFC 3849).
  private static final List<String> NETS = List.of("192.0.2.", "198.51.100.", "203.0.113.");

  private final Random random = new Random(20_260_314L);
  private final List<Visitor> visitors = new ArrayList<>();
  private Instant now = FIRST;

  private record Visitor(
      String sid, String channel, String culture, String ip, BigDecimal lat, BigDecimal lon) {}

  private SampleEvents() {}

  public static void main(String[] arguments) throws IOException {
    Files.write(Path.of(arguments[0]), lines());
  }

  static List<String> lines() {
    return new SampleEvents().make();
  }

  private List<String> make() {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < EVENTS; i++) {
      lines.add(event().toString());
    }
    for (int i = 0; i < INCOMPLETE.size(); i++) {
      ObjectNode event = event();
      event.remove(INCOMPLETE.get(i));
      lines.add(500 * (i + 1), event.toString());
    }
    for (int i = 0; i < RETRIES; i++) {
      int original = 97 * i + random.nextInt(60);
      lines.add(original + 1 + random.nextInt(30), lines.get(original));
    }
    return lines;
  }

  private ObjectNode event() {
    now = now.plusMillis(1 + random.nextInt(1_500));
    Visitor visitor = visitor();
    boolean search = random.nextInt(100) < 55;
    ObjectNode event = JSON.createObjectNode();
    event.put("event_id", uuid());
    event.put("sid", visitor.sid());
    if (search) {
      event.put("searchQuery", pick(QUERIES));
    } else {
      event.put("productId", "P-%05d".formatted(random.nextInt(400)));
    }
    event.put("channel", visitor.channel());
    event.put("action", random.nextInt(100) < 65 ? "impression" : "click");
    event.put("type", search ? "search" : "component");
    event.put("timestamp", now.toString());
    event.put("culture", visitor.culture());
    event.put("ipAddress", visitor.ip());
    if (visitor.lat() != null) {
      event.put("latitude", visitor.lat());
      event.put("longitude", visitor.lon());
    }
    return event;
  }

  /** A new one for one event in eight, else one of the last few. */
  private Visitor visitor() {
    if (visitors.isEmpty() || random.nextInt(8) == 0) {
      boolean located = random.nextInt(10) > 0;
      visitors.add(
          new Visitor(
              uuid(),
              random.nextInt(100) < 60 ? "mobile" : "web",
              pick(CULTURES),
              random.nextInt(12) == 0
                  ? "2001:db8::" + Integer.toHexString(1 + random.nextInt(0xfffe))
                  : pick(NETS) + (1 + random.nextInt(254)),
              located ? degrees(90) : null,
              located ? degrees(180) : null));
    }
    int recent = Math.min(40, visitors.size());
    return visitors.get(visitors.size() - 1 - random.nextInt(recent));
  }

  private BigDecimal degrees(int bound) {
    return BigDecimal.valueOf((random.nextDouble() * 2 - 1) * bound)
        .setScale(4, RoundingMode.HALF_UP);
  }

  private String pick(List<String> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  private String uuid() {
    long most = (random.nextLong() & ~0xF000L) | 0x4000L;
    long least = (random.nextLong() & 0x3FFF_FFFF_FFFF_FFFFL) | 0x8000_0000_0000_0000L;
    return new UUID(most, least).toString();
  }
}
