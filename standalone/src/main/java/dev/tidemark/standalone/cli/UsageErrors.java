package dev.tidemark.standalone.cli;

import dev.tidemark.landing.config.Distance;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Says on standard error what is wrong with the arguments, and where all of them are explained. The
 * whole explanation would hide what is wrong.
 */
final class UsageErrors implements IParameterExceptionHandler {

  @Override
  public int handleParseException(ParameterException error, String[] arguments) {
    CommandLine command = error.getCommandLine();
    PrintWriter err = command.getErr();
    err.println(notOneOf(error).orElseGet(error::getMessage));
    UnmatchedArgumentException.printSuggestions(error, err);
    err.println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
    return CommandLine.ExitCode.USAGE;
  }

  /** Of an option that takes one of a few words: the nearest of them, as a user writes them. */
  private static Optional<String> notOneOf(ParameterException error) {
    ArgSpec option = error.getArgSpec();
    String value = error.getValue();
    if (option == null || value == null || !option.type().isEnum()) {
      return Optional.empty();
    }
    List<String> words =
        Arrays.stream(option.type().getEnumConstants())
            .map(c -> c.toString().toLowerCase(Locale.ROOT))
            .toList();
    return Optional.of(
        (option instanceof OptionSpec named ? named.longestName() : option.paramLabel())
            + " cannot be '"
            + value
            + "'."
            + nearest(value.toLowerCase(Locale.ROOT), words)
            + " It is one of "
            + String.join(", ", words)
            + ".");
  }

  /** Nothing where they have less than half in common. */
  private static String nearest(String given, List<String> words) {
    return words.stream()
        .min(Comparator.comparingInt(word -> Distance.between(given, word)))
        .filter(word -> 2 * Distance.between(given, word) <= word.length())
        .map(word -> " Did you mean '" + word + "'?")
        .orElse("");
  }
}
