package dev.tidemark.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;

/** A {@link WorkerProgram} that runs. */
public final class WorkerProcess implements AutoCloseable {
  private final String label;
  private final Process process;
  private final Path output;
  private final BufferedReader answers;
  private final BufferedWriter tasks;

  private WorkerProcess(String label, Process process, Path output) {
    this.label = label;
    this.process = process;
    this.output = output;
    this.answers = process.inputReader(UTF_8);
    this.tasks = process.outputWriter(UTF_8);
  }

  /**
   * What one pass took.
   *
   * @param cpuNanos of the worker's process alone
   * @param peakBytes the most resident memory that the process has had since it started
   */
  public record Took(long nanos, long cpuNanos, long peakBytes) {}

  /**
   * Starts one.
   *
   * @param scratch where what it writes to its error output goes
   * @param options of the Java virtual machine
   */
  public static WorkerProcess start(
      String label,
      Path scratch,
      String classPath,
      List<String> options,
      Class<? extends Worker.Opening> opening,
      List<String> words)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(List.of("-cp", classPath, WorkerProgram.class.getName(), opening.getName()));
    command.addAll(words);
    Path output = scratch.resolve(label + ".out");
    Process process = new ProcessBuilder(command).redirectError(output.toFile()).start();
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    WorkerProcess worker = new WorkerProcess(label, process, output);
    worker.answer();
    return worker;
  }

  /** Options that every worker has: those of the launcher, and its log in the scratch directory. */
  public static List<String> options(String label, Path scratch) {
    return List.of(
        "@" + System.getProperty("tidemark.bench.jvm-options"),
        // As the launcher starts ingest; it serves the others as well.
        "-XX:+UseParallelGC",
        // As in the programs: into a file.
        "-Dlog4j2.configurationFile=" + System.getProperty("log4j2.configurationFile"),
        "-Dtidemark.log.dir=" + scratch,
        "-Dtidemark.log.name=" + label);
  }

  public Took work(String task) throws IOException {
    tasks.write(task + "\n");
    tasks.flush();
    Scanner figures = new Scanner(answer());
    return new Took(figures.nextLong(), figures.nextLong(), figures.nextLong());
  }

  private String answer() throws IOException {
    String line = answers.readLine();
    while (line != null && !line.startsWith(WorkerProgram.ANSWER)) {
      line = answers.readLine();
    }
    if (line == null) {
      List<String> said =
          Files.readAllLines(output).stream().filter(l -> !l.startsWith("\tat ")).toList();
      throw new IOException(
          label
              + " ended. It wrote last:\n"
              + String.join("\n", said.subList(Math.max(0, said.size() - 40), said.size())));
    }
    return line.substring(WorkerProgram.ANSWER.length());
  }

  @Override
  public void close() throws IOException {
    tasks.close();
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
