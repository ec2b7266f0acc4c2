package dev.tidemark.batch.process;

import java.util.IdentityHashMap;
import java.util.function.Consumer;

/** Parses lines: each becomes an event of its type, in pieces of many, or a rejected line. */
record EventMapper(EventTypes types, Enrichment enrichment) implements LineMapper<Parsed> {

  @Override
  public Task<Parsed> begin() {
    return new Parsing();
  }

  private final class Parsing implements Task<Parsed> {
    private final EventParser parser = new EventParser(types);
    private final IdentityHashMap<EventType, EventsBuilder> builders = new IdentityHashMap<>();

    @Override
    public void line(Place place, byte[] line, Consumer<Parsed> out) {
      Input input = place.input();
      ParsedLine parsed =
          parser.parse(line, () -> input.topic() + "-" + input.partition() + "-" + place.offset());
      if (parsed instanceof ParsedLine.Rejected rejected) {
        out.accept(
            new Parsed.Rejected(input.index(), QuarantineRows.row(rejected.reason(), place, line)));
      } else if (parsed instanceof ParsedLine.Event event) {
        EventsBuilder builder =
            builders.computeIfAbsent(event.type(), t -> new EventsBuilder(types, t));
        builder.add(place, enrichment.of(event));
        if (builder.isFull()) {
          out.accept(builder.take(input));
        }
      }
    }

    @Override
    public void end(Input input, Consumer<Parsed> out) {
      for (EventsBuilder builder : builders.values()) {
        if (!builder.isEmpty()) {
          out.accept(builder.take(input));
        }
      }
    }
  }
}
