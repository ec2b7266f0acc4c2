package dev.tidemark.coordinator.cli;

import dev.tidemark.coordinator.client.CoordinatorException;
import dev.tidemark.coordinator.operations.BackwardRangeException;
import dev.tidemark.coordinator.operations.RefusedException;
import dev.tidemark.landing.config.ConfigSource;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * A command on one dataset. What cannot be done as things stand ends with exit code 3, what makes
 * no sense with 2.
 */
abstract class LandingCommand implements Callable<Integer> {
  static final int REFUSED = 3;
  private static final String INDENT = "  ";

  private final ConfigSource source;
  @Spec private CommandSpec spec;

  @Option(
      names = "--dataset",
      paramLabel = "NAME",
      description = "The dataset; not needed where there is one only.")
  private String datasetName;

  LandingCommand(ConfigSource source) {
    this.source = source;
  }

  @Override
  public final Integer call() {
    try {
      return run();
    } catch (RefusedException e) {
      return say(e, REFUSED);
    } catch (UsageException | BackwardRangeException | CoordinatorException.BadRequest e) {
      return say(e, CommandLine.ExitCode.USAGE);
    } catch (CoordinatorException e) {
      return say(e, CommandLine.ExitCode.SOFTWARE);
    }
  }

  private int say(RuntimeException problem, int code) {
    err().println(SafeText.lines(problem.getMessage()));
    return code;
  }

  abstract int run();

  /** What the user wrote makes no sense; the message says what would. */
  static final class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UsageException(String message) {
      super(message);
    }
  }

  ConfigSource source() {
    return source;
  }

  Optional<String> datasetName() {
    return Optional.ofNullable(datasetName);
  }

  /** Its name, with those of the commands that it belongs to. */
  String name() {
    return spec.qualifiedName();
  }

  /** Characters of a line: of the terminal, or as COLUMNS says; 80 where neither does. */
  int width() {
    return Width.of(source.environment())
        .orElseGet(() -> spec.usageMessage().autoWidth(true).width());
  }

  void print(TextTable table) {
    out().print(table.fitting(width()));
  }

  /** Prints a sentence that may be longer than a line. */
  void tell(String text) {
    out().println(Wrapped.of(text, width() - INDENT.length()).indented(INDENT));
  }

  PrintWriter out() {
    return spec.commandLine().getOut();
  }

  PrintWriter err() {
    return spec.commandLine().getErr();
  }
}
