package dev.tidemark.bench.landing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;

/** A {@link LanderProgram} that runs. */
final class LanderProcess implements AutoCloseable {
  private final Peer peer;
  private final Task task;
  private final Process process;
  private final Path output;
  private final BufferedReader answers;
  private final BufferedWriter targets;

  private LanderProcess(Peer peer, Task task, Process process, Path output) {
    this.peer = peer;
    this.task = task;
    this.process = process;
    this.output = output;
    this.answers = process.inputReader(UTF_8);
    this.targets = process.outputWriter(UTF_8);
  }

  /** Starts one; its class path is its own. */
  static LanderProcess start(Peer peer, Task task, List<String> options) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(List.of("-cp", classPath(peer), LanderProgram.class.getName(), peer.name()));
    command.addAll(task.words());
    Path output = task.scratch().resolve(peer.label() + ".out");
    Process process = new ProcessBuilder(command).redirectError(output.toFile()).start();
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    LanderProcess lander = new LanderProcess(peer, task, process, output);
    lander.answer();
    return lander;
  }

  /** Flink and Spark need different versions of the same libraries. */
  private static String classPath(Peer peer) {
    return System.getProperty(
        peer == Peer.FLINK_FILE_SINK || peer == Peer.FLINK_TUNED
            ? "tidemark.bench.flink-class-path"
            : "java.class.path");
  }

  Peer peer() {
    return peer;
  }

  Pass land(URI target) throws IOException {
    targets.write(target + "\n");
    targets.flush();
    Scanner figures = new Scanner(answer());
    return new Pass(task.events(), figures.nextLong(), figures.nextLong(), figures.nextLong());
  }

  private String answer() throws IOException {
    String line = answers.readLine();
    while (line != null && !line.startsWith(LanderProgram.ANSWER)) {
      line = answers.readLine();
    }
    if (line == null) {
      List<String> said =
          Files.readAllLines(output).stream().filter(l -> !l.startsWith("\tat ")).toList();
      throw new IOException(
          peer.label()
              + " ended. It wrote last:\n"
              + String.join("\n", said.subList(Math.max(0, said.size() - 40), said.size())));
    }
    return line.substring(LanderProgram.ANSWER.length());
  }

  @Override
  public void close() throws IOException {
    targets.close();
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
