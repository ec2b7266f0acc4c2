package dev.tidemark.standalone.cli;

import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
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
    err.println(error.getMessage());
    UnmatchedArgumentException.printSuggestions(error, err);
    err.println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
    return CommandLine.ExitCode.USAGE;
  }
}
