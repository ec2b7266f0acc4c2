package dev.tidemark.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.management.OperatingSystemMXBean;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * One worker in a process of its own: for each line of its input, a task, it makes a pass and
 * prints what the pass took. It ends with its input.
 */
public final class WorkerProgram {
  /** Begins each answer, for Java itself may have something to say. */
  static final String ANSWER = "worker: ";

  private WorkerProgram() {}

  public static void main(String[] arguments) throws Exception {
    PrintStream answers = System.out;
    // What libraries print is no answer.
    System.setOut(System.err);
    List<String> words = Arrays.asList(arguments);
    Worker.Opening opening =
        Class.forName(words.get(0)).asSubclass(Worker.Opening.class).getConstructor().newInstance();
    BufferedReader tasks = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    try (Worker worker = opening.open(words.subList(1, words.size()))) {
      answers.println(ANSWER);
      for (String task = tasks.readLine(); task != null; task = tasks.readLine()) {
        OperatingSystemMXBean process =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        long cpu = process.getProcessCpuTime();
        long start = System.nanoTime();
        AutoCloseable stillUp = worker.work(task);
        long nanos = System.nanoTime() - start;
        long cpuNanos = process.getProcessCpuTime() - cpu;
        stillUp.close();
        answers.println(ANSWER + nanos + " " + cpuNanos + " " + peakBytes());
      }
    }
    System.exit(0);
  }

  private static long peakBytes() throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
      if (line.startsWith("VmHWM:")) {
        return Long.parseLong(line.replaceAll("\\D", "")) * 1024;
      }
    }
    throw new IOException("/proc/self/status does not say how much memory was used");
  }
}
