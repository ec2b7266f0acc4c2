package dev.tidemark.embedded;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A Java program in a process of its own, with this process's class path. Its output goes to a
 * file. It is killed when this process ends in good order.
 */
public final class ChildJvm implements AutoCloseable {
  private static final Duration STOP_LIMIT = Duration.ofSeconds(20);

  private final String mainClass;
  private final Process process;
  private final Path output;
  private final Thread killer;

  private ChildJvm(String mainClass, Process process, Path output) {
    this.mainClass = mainClass;
    this.process = process;
    this.output = output;
    this.killer = new Thread(process::destroyForcibly, "kill " + mainClass);
    Runtime.getRuntime().addShutdownHook(killer);
  }

  /**
   * Starts a program.
   *
   * @param output takes what the program writes, appended to what is there
   * @param first directories or jars that come before this process's class path
   * @param options for the virtual machine
   */
  public static ChildJvm start(
      Path output, List<Path> first, List<String> options, String mainClass, String... arguments)
      throws IOException {
    return start(output, first, options, Map.of(), mainClass, arguments);
  }

  /**
   * As above.
   *
   * @param environment variables over those of this process
   */
  public static ChildJvm start(
      Path output,
      List<Path> first,
      List<String> options,
      Map<String, String> environment,
      String mainClass,
      String... arguments)
      throws IOException {
    StringBuilder classPath = new StringBuilder();
    first.forEach(p -> classPath.append(p).append(File.pathSeparator));
    classPath.append(System.getProperty("java.class.path"));
    return start(output, classPath.toString(), options, environment, mainClass, arguments);
  }

  /**
   * As above, with another class path than this process's.
   *
   * @param classPath the whole of it
   */
  public static ChildJvm start(
      Path output,
      String classPath,
      List<String> options,
      Map<String, String> environment,
      String mainClass,
      String... arguments)
      throws IOException {
    Path here = Path.of("").toAbsolutePath();
    return startIn(here, output, classPath, options, environment, mainClass, arguments);
  }

  /**
   * As above, with another working directory than this process's.
   *
   * @param workingDirectory exists
   */
  public static ChildJvm startIn(
      Path workingDirectory,
      Path output,
      String classPath,
      List<String> options,
      Map<String, String> environment,
      String mainClass,
      String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(List.of("-cp", classPath, mainClass));
    command.addAll(List.of(arguments));
    Files.createDirectories(output.toAbsolutePath().getParent());
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(workingDirectory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()));
    builder.environment().putAll(environment);
    Process process = builder.start();
    try {
      return new ChildJvm(mainClass, process, output);
    } catch (IllegalStateException e) {
      // This process is ending, and no hook can be added any more.
      process.destroyForcibly();
      throw new IOException(mainClass + " is not started any more", e);
    }
  }

  public long pid() {
    return process.pid();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** What the program has written so far. */
  public String output() throws IOException {
    return Files.readString(output);
  }

  /**
   * Waits for the program to do something, as long as it lives.
   *
   * @throws IOException if it ends first, or the time is over; the message holds what it wrote last
   */
  void until(String what, Duration limit, Poll.Condition condition) throws IOException {
    try {
      Poll.until(what, limit, () -> !process.isAlive() || condition.holds());
    } catch (IOException e) {
      throw new IOException(mainClass + ": " + e.getMessage() + ". It wrote last:\n" + tail(), e);
    }
    if (!process.isAlive()) {
      throw new IOException(
          mainClass + " ended with " + process.exitValue() + ". It wrote last:\n" + tail());
    }
  }

  /** Kills the program as {@code kill -9} does and returns when it is gone. */
  public void kill() throws IOException {
    process.destroyForcibly();
    waitFor(STOP_LIMIT);
  }

  /**
   * Waits for the program to end by itself.
   *
   * @return its exit code; of one that a signal ended, 128 and the signal's number
   * @throws IOException if it does not end in time; it goes on
   */
  public int awaitExit(Duration limit) throws IOException {
    if (!waitFor(limit)) {
      throw new IOException(
          mainClass + " runs after " + limit.toSeconds() + " s. It wrote last:\n" + tail());
    }
    return process.exitValue();
  }

  /** Stops the program where it is, as a long pause of its host would; for Unix. */
  public void pause() throws IOException {
    signal("STOP");
  }

  /** Lets a paused program go on. */
  public void resume() throws IOException {
    signal("CONT");
  }

  private void signal(String name) throws IOException {
    try {
      int exit = new ProcessBuilder("kill", "-" + name, Long.toString(pid())).start().waitFor();
      if (exit != 0) {
        throw new IOException("kill -" + name + " " + pid() + " ended with " + exit);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("Interrupted", e);
    }
  }

  /** Asks the program to end, as {@code kill} does; {@link #awaitExit} says when it has. */
  public void terminate() {
    process.destroy();
  }

  /** Asks the program to end, as {@code kill} does, and kills it if it does not. */
  @Override
  public void close() throws IOException {
    process.destroy();
    if (!waitFor(STOP_LIMIT)) {
      kill();
    }
    removeKiller();
  }

  private boolean waitFor(Duration limit) throws IOException {
    try {
      return process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("Interrupted while waiting for " + mainClass + " to end", e);
    }
  }

  private void removeKiller() {
    try {
      Runtime.getRuntime().removeShutdownHook(killer);
    } catch (IllegalStateException e) {
      // This process is ending; the hook runs, and finds nothing to kill.
    }
  }

  private String tail() throws IOException {
    List<String> lines = Files.readAllLines(output);
    return String.join("\n", lines.subList(Math.max(0, lines.size() - 20), lines.size()));
  }
}
