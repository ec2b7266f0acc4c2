package dev.tidemark.standalone.cli;

import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.WithoutTrace;
import dev.tidemark.landing.config.ConfigException;
import java.io.PrintWriter;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.Optional;
import org.apache.hadoop.ipc.RemoteException;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParseResult;

/**
 * Says on standard error what ended a command: every problem of a configuration on a line of its
 * own, anything else in one line, with the stack trace only if asked for.
 */
final class ErrorLines implements IExecutionExceptionHandler {
  private static final String NO_ANSWER = "The file system does not answer. ";

  private final TidemarkCommand root;

  ErrorLines(TidemarkCommand root) {
    this.root = root;
  }

  @Override
  public int handleExecutionException(
      Exception error, CommandLine commandLine, ParseResult parseResult) {
    PrintWriter err = commandLine.getErr();
    if (error instanceof ConfigException config) {
      config.problems().forEach(err::println);
    } else {
      err.println("tidemark: " + (isUnanswered(error) ? NO_ANSWER : "") + oneLine(error));
    }
    advice(error).ifPresent(err::println);
    if (root.debug()) {
      error.printStackTrace(err);
    } else if (!(error instanceof ConfigException)) {
      err.println("--debug shows the stack trace.");
    }
    return error instanceof ConfigException
        ? CommandLine.ExitCode.USAGE
        : CommandLine.ExitCode.SOFTWARE;
  }

  private static Optional<String> advice(Exception error) {
    if (isSafeMode(error)) {
      return Optional.of(
          "The NameNode is up and only reads until enough DataNodes have reported. 'hdfs dfsadmin"
              + " -safemode get' tells whether it still does, '-safemode leave' ends it if a person began it.");
    }
    if (error instanceof LandingException.NotWritten) {
      return Optional.of(
          "Nothing was changed. 'tidemark doctor' finds out why it cannot be written, and what to do.");
    }
    boolean isAway = error instanceof LandingException.Unavailable;
    return isAway
        ? Optional.of(
            "Check that it is up and that the configuration names it rightly; 'tidemark standalone' brings a"
                + " Kafka and an HDFS of its own.")
        : Optional.empty();
  }

  /** Whether what was to be read or written could not be reached: then what it was says little. */
  private static boolean isUnanswered(Throwable error) {
    if (!(error instanceof LandingException)) {
      return false;
    }
    for (Throwable cause = error.getCause(); cause != null; cause = cause.getCause()) {
      if (cause instanceof SocketException
          || cause instanceof SocketTimeoutException
          || cause instanceof UnknownHostException) {
        return true;
      }
    }
    return false;
  }

  /** What a NameNode throws may come across as its name alone. */
  private static boolean isSafeMode(Throwable error) {
    for (Throwable cause = error; cause != null; cause = cause.getCause()) {
      String name =
          cause instanceof RemoteException remote
              ? remote.getClassName()
              : cause.getClass().getName();
      if (name.endsWith(".SafeModeException")) {
        return true;
      }
    }
    return false;
  }

  /** The message, and those of the causes that say more. */
  private static String oneLine(Throwable error) {
    StringBuilder line = new StringBuilder(says(error));
    for (Throwable cause = error.getCause(); cause != null; cause = cause.getCause()) {
      String more = says(cause);
      if (line.indexOf(more) < 0) {
        line.append(" Cause: ").append(more);
      }
    }
    return line.toString();
  }

  private static String says(Throwable error) {
    String message = WithoutTrace.of(error.getMessage());
    if (message == null || message.isBlank()) {
      return error.getClass().getSimpleName();
    }
    // An IOException's message is often the bare name of a file.
    String flat = message.strip().replaceAll("\\s*\\R\\s*", " ");
    return flat.contains(" ") ? flat : error.getClass().getSimpleName() + ": " + flat;
  }
}
