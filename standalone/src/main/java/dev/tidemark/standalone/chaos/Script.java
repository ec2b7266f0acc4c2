package dev.tidemark.standalone.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/**
 * Which faults come when. It follows from seed, length and kinds alone, in every version of Java.
 *
 * <p>They come in waves, so that after each there is time in which everything has to come back, and
 * partitions are published on which an operator can act.
 *
 * <p>The kinds are dealt as cards are: each comes once, in an order of chance, before any comes
 * again; one whose subject has a fault already waits until it has none. Every fault is healed
 * before its wave is over.
 */
record Script(long seed, Duration length, List<ScriptedFault> faults) {
  /** Nothing happens in the first moments, so that there is something to lose. */
  static final Duration CALM = Duration.ofSeconds(3);

  /** How long faults come for in each {@link #PERIOD}. */
  static final Duration WAVE = Duration.ofSeconds(90);

  /** From the beginning of a wave to that of the next. */
  static final Duration PERIOD = Duration.ofMinutes(4);

  private static final int LONGEST_GAP_MILLIS = 4_000;

  Script {
    faults = List.copyOf(faults);
  }

  static Script of(long seed, Duration length, Set<FaultKind> kinds) {
    Random random = new Random(seed);
    List<FaultKind> all = kinds.stream().sorted().toList();
    List<FaultKind> deck = new ArrayList<>();
    Map<String, Duration> busy = new HashMap<>();
    List<ScriptedFault> faults = new ArrayList<>();
    for (Duration at = CALM; at.compareTo(length) < 0; at = inWave(at.plus(gap(random)))) {
      if (deck.isEmpty()) {
        deck.addAll(all);
        Collections.shuffle(deck, random);
      }
      Duration now = at;
      Duration end = endOfWave(at, length);
      Optional<FaultKind> kind =
          deck.stream()
              .filter(k -> busy.getOrDefault(k.subject(), Duration.ZERO).compareTo(now) <= 0)
              .filter(k -> now.plus(k.shortest()).compareTo(end) <= 0)
              .findFirst();
      if (kind.isPresent()) {
        deck.remove(kind.get());
        ScriptedFault fault = fault(kind.get(), at, end, random);
        busy.put(kind.get().subject(), fault.healed());
        faults.add(fault);
      }
    }
    return new Script(seed, length, faults);
  }

  /** A time in a wave: this one, or the first of the next. */
  private static Duration inWave(Duration at) {
    Duration start = startOfWave(at);
    return at.compareTo(start.plus(WAVE)) < 0 ? at : start.plus(PERIOD).plus(CALM);
  }

  private static Duration startOfWave(Duration at) {
    return PERIOD.multipliedBy(at.dividedBy(PERIOD));
  }

  private static Duration endOfWave(Duration at, Duration length) {
    return Collections.min(List.of(startOfWave(at).plus(WAVE), length));
  }

  private static Duration gap(Random random) {
    return Duration.ofMillis(random.nextInt(LONGEST_GAP_MILLIS));
  }

  private static ScriptedFault fault(FaultKind kind, Duration at, Duration end, Random random) {
    int range = (int) kind.longest().minus(kind.shortest()).toMillis();
    Duration lasting = kind.shortest().plusMillis(random.nextInt(range + 1));
    Duration left = end.minus(at);
    return new ScriptedFault(
        kind,
        at,
        Collections.min(List.of(lasting, left), Comparator.naturalOrder()),
        random.nextInt(Integer.MAX_VALUE));
  }
}
