package dev.tidemark.ingest.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Groups what an operator can say about topics. */
@Command(
    name = "topics",
    mixinStandardHelpOptions = true,
    description = "An operator's word on a topic that was created anew or is not read any more.")
public final class TopicsCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    throw new ParameterException(spec.commandLine(), "Say what: reset or retire.");
  }
}
