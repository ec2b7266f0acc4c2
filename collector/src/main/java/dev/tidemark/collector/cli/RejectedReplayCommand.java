package dev.tidemark.collector.cli;

import dev.tidemark.collector.kafka.EventProducer;
import dev.tidemark.collector.rejected.RejectedEvent;
import dev.tidemark.collector.rejected.RejectedReplay;
import dev.tidemark.landing.Counted;
import dev.tidemark.landing.config.ConfigSource;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code tidemark rejected replay}: sends again what the configuration accepts by now. */
@Command(
    name = "replay",
    mixinStandardHelpOptions = true,
    description =
        "Sends rejected events again that would be accepted now, such as after max-event was raised.",
    footer = {"", "Without --yes it only counts them."})
public final class RejectedReplayCommand implements Callable<Integer> {
  private final ConfigSource source;
  @Mixin private RejectedFilter filter;
  @Spec private CommandSpec spec;

  @Option(
      names = {"-y", "--yes"},
      description = "Sends them.")
  private boolean yes;

  public RejectedReplayCommand(ConfigSource source) {
    this.source = source;
  }

  @Override
  public Integer call() {
    RejectedConfig config = RejectedConfig.load(source);
    PrintWriter out = spec.commandLine().getOut();
    if (yes) {
      try (EventProducer producer =
          new EventProducer(config.kafka(), config.collector().maxEvent())) {
        RejectedReplay replay =
            new RejectedReplay(config.reader(), producer, config.collector().topic());
        long left = leave(config, replay::take);
        long sent = replay.flush();
        out.printf(
            "%s %s sent to %s; %,d would be rejected again.%n",
            Counted.of(sent, "event"),
            sent == 1 ? "was" : "were",
            config.collector().topic(),
            left);
      }
    } else {
      AtomicLong sendable = new AtomicLong();
      long left =
          leave(config, e -> e.isAcceptable(config.reader()) && sendable.incrementAndGet() > 0);
      out.printf(
          "%s would be sent, %,d would be rejected again. Nothing was sent: add --yes.%n",
          Counted.of(sendable.get(), "event"), left);
    }
    out.flush();
    return 0;
  }

  /** Offers every chosen event, and counts those not taken. */
  private long leave(RejectedConfig config, Predicate<RejectedEvent> taker) {
    AtomicLong left = new AtomicLong();
    config
        .topic()
        .forEach(
            event -> {
              if (filter.test(event) && !taker.test(event)) {
                left.incrementAndGet();
              }
            });
    return left.get();
  }
}
