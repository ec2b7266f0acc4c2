package dev.tidemark.collector.cli;

import dev.tidemark.collector.rejected.RejectedEvent;
import dev.tidemark.landing.config.ConfigSource;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code tidemark rejected show}: the records themselves, a line each. */
@Command(
    name = "show",
    mixinStandardHelpOptions = true,
    description = "Prints the last rejected events as they stand in the topic, one a line.")
public final class RejectedShowCommand implements Callable<Integer> {
  private final ConfigSource source;
  @Mixin private RejectedFilter filter;
  @Spec private CommandSpec spec;

  @Option(
      names = {"-n", "--last"},
      paramLabel = "N",
      defaultValue = "10",
      description = "How many (${DEFAULT-VALUE}).")
  private int last;

  public RejectedShowCommand(ConfigSource source) {
    this.source = source;
  }

  @Override
  public Integer call() {
    ArrayDeque<RejectedEvent> kept = new ArrayDeque<>();
    RejectedConfig.load(source)
        .topic()
        .forEach(
            event -> {
              if (filter.test(event)) {
                kept.add(event);
                if (kept.size() > last) {
                  kept.remove();
                }
              }
            });
    PrintWriter out = spec.commandLine().getOut();
    kept.forEach(event -> out.println(new String(event.value(), StandardCharsets.UTF_8)));
    out.flush();
    return 0;
  }
}
