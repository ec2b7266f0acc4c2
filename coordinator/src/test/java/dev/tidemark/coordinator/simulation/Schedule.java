package dev.tidemark.coordinator.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Where a schedule departs from the plain one, in which each actor works until it ends, in the
 * order of the seats, and nothing fails. Its text is such as {@code 12>1 30!CRASH}: before step 12
 * it is seat 1's turn, and at step 30 the actor crashes. Text and schedule are inverses.
 */
record Schedule(List<Departure> departures) {
  static final Schedule PLAIN = new Schedule(List.of());
  private static final Pattern DEPARTURE = Pattern.compile("(\\d+)(?:>(\\d+)|!([A-Z_]+))");

  /** One departure, at a step. */
  sealed interface Departure {
    int step();

    /** At a step it is first decided who, and then with what effect. */
    int position();
  }

  /** The operation is that seat's. */
  record Turn(int step, int seat) implements Departure {
    @Override
    public int position() {
      return 2 * step;
    }

    @Override
    public String toString() {
      return step + ">" + seat;
    }
  }

  /** The operation has that effect. */
  record Fault(int step, Effect effect) implements Departure {
    @Override
    public int position() {
      return 2 * step + 1;
    }

    @Override
    public String toString() {
      return step + "!" + effect;
    }
  }

  static Schedule parse(String text) {
    List<Departure> departures = new ArrayList<>();
    Matcher m = DEPARTURE.matcher(text);
    int end = 0;
    while (m.find() && text.substring(end, m.start()).isBlank()) {
      int step = Integer.parseInt(m.group(1));
      departures.add(
          m.group(2) == null
              ? new Fault(step, Effect.valueOf(m.group(3)))
              : new Turn(step, Integer.parseInt(m.group(2))));
      end = m.end();
    }
    if (!text.substring(end).isBlank()) {
      throw new IllegalArgumentException(
          "Not departures such as 12>1 or 30!CRASH: " + text.substring(end));
    }
    return new Schedule(departures);
  }

  Schedule and(Departure next) {
    List<Departure> all = new ArrayList<>(departures);
    all.add(next);
    return new Schedule(all);
  }

  /** The seat whose turn it is at a step, if that is departed from. */
  int turn(int step, int plain) {
    for (Departure departure : departures) {
      if (departure instanceof Turn turn && turn.step() == step) {
        return turn.seat();
      }
    }
    return plain;
  }

  Effect effect(int step) {
    for (Departure departure : departures) {
      if (departure instanceof Fault fault && fault.step() == step) {
        return fault.effect();
      }
    }
    return Effect.DONE;
  }

  /** Of the last departure; -1 for the plain schedule. */
  int lastPosition() {
    return departures.isEmpty() ? -1 : departures.get(departures.size() - 1).position();
  }

  @Override
  public String toString() {
    return departures.stream().map(Object::toString).collect(Collectors.joining(" "));
  }
}
