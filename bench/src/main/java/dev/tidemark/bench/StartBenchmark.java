package dev.tidemark.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * From the command to the first published partition of {@code tidemark demo}, which starts Kafka,
 * HDFS, Spark and everything else from nothing. A partition takes a minute to be over.
 */
@Command(
    name = "start",
    mixinStandardHelpOptions = true,
    description = "Runs 'tidemark demo --exit' and tells when what was there.")
final class StartBenchmark implements Callable<Integer> {
  private static final Pattern PUBLISHED = Pattern.compile("published ([\\d,]+)");
  private static final double MOST_SECONDS = 120;

  @Spec private CommandSpec spec;

  private long begun;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path launcher = Path.of("tidemark").toAbsolutePath();
    // Builds it if need be, which does not count.
    run(launcher, "--version");
    double firstPublished = demo(launcher);
    Goal goal =
        new Goal(
            "start, command to first published partition",
            "s",
            firstPublished,
            Goal.Bound.AT_MOST,
            MOST_SECONDS);
    say("%s", goal);
    return goal.isMet() ? 0 : 1;
  }

  private static void run(Path launcher, String argument) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(launcher.toString(), argument)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    requireSuccess(process);
  }

  private double demo(Path launcher) throws IOException, InterruptedException {
    begun = System.nanoTime();
    Process process =
        new ProcessBuilder(List.of(launcher.toString(), "demo", "--exit"))
            .redirectErrorStream(true)
            .start();
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
    Optional<Double> first = Optional.empty();
    double cpuAtFirst = 0;
    try (BufferedReader output = process.inputReader(UTF_8)) {
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        if (line.contains("everything runs")) {
          say("everything runs after %.0f s, %.0f CPU-s", seconds(), cpu(process));
        } else if (first.isEmpty() && isPublished(line)) {
          first = Optional.of(seconds());
          cpuAtFirst = cpu(process);
        }
      }
    }
    requireSuccess(process);
    say(
        "first partition published after %.0f s, %.0f CPU-s; the end after %.0f s",
        first.orElseThrow(), cpuAtFirst, seconds());
    return first.orElseThrow();
  }

  private static boolean isPublished(String line) {
    Matcher published = PUBLISHED.matcher(line);
    return published.find() && !published.group(1).equals("0");
  }

  private double seconds() {
    return (System.nanoTime() - begun) / 1e9;
  }

  /** Of the launcher, which becomes the program. */
  private static double cpu(Process process) {
    return process.info().totalCpuDuration().orElse(Duration.ZERO).toMillis() / 1e3;
  }

  private static void requireSuccess(Process process) throws IOException, InterruptedException {
    int code = process.waitFor();
    if (code != 0) {
      throw new IOException("The demo ended with " + code);
    }
  }

  private void say(String format, Object... arguments) {
    spec.commandLine().getOut().println(String.format(Locale.ROOT, format, arguments));
    spec.commandLine().getOut().flush();
  }
}
