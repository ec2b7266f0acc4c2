package dev.tidemark.bench.collector;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * What one pass, or the middle one of several, figure by figure, came to.
 *
 * @param p50 milliseconds from a request to its answer
 * @param p99 likewise
 * @param cpu microseconds of the server's processor time an event
 * @param brokerCpu likewise of the broker's
 * @param gigabytes the most resident memory that the server has had since it started
 */
record Figures(
    double eventsPerSecond,
    double p50,
    double p99,
    double cpu,
    double brokerCpu,
    double gigabytes) {

  static Figures middle(List<Figures> passes) {
    return new Figures(
        middle(passes, Figures::eventsPerSecond),
        middle(passes, Figures::p50),
        middle(passes, Figures::p99),
        middle(passes, Figures::cpu),
        middle(passes, Figures::brokerCpu),
        passes.stream().mapToDouble(Figures::gigabytes).max().orElseThrow());
  }

  private static double middle(List<Figures> passes, ToDoubleFunction<Figures> figure) {
    return passes.stream().mapToDouble(figure).sorted().toArray()[passes.size() / 2];
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%,8.0f events/s  p50 %6.1f  p99 %6.1f ms  %5.1f CPU-µs/event (broker %5.1f)  %4.2f GB",
        eventsPerSecond,
        p50,
        p99,
        cpu,
        brokerCpu,
        gigabytes);
  }
}
