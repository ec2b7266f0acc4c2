package dev.tidemark.collector.cli;

import dev.tidemark.collector.rejected.RejectedEvent;
import java.util.function.Predicate;
import picocli.CommandLine.Option;

/** Options that choose among rejected events. */
final class RejectedFilter implements Predicate<RejectedEvent> {
  @Option(
      names = "--code",
      paramLabel = "CODE",
      description = "Only those: not_an_object, empty, too_large.")
  private String code;

  @Option(names = "--source", paramLabel = "SOURCE", description = "Only those of this source.")
  private String source;

  @Override
  public boolean test(RejectedEvent event) {
    return (code == null || code.equals(event.code()))
        && (source == null || source.equals(event.source()));
  }
}
