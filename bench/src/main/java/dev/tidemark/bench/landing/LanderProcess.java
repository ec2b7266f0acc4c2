package dev.tidemark.bench.landing;

import dev.tidemark.bench.Worker;
import dev.tidemark.bench.WorkerProcess;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/** A lander in a process of its own. */
final class LanderProcess implements AutoCloseable {
  private final Peer peer;
  private final Task task;
  private final WorkerProcess process;

  private LanderProcess(Peer peer, Task task, WorkerProcess process) {
    this.peer = peer;
    this.task = task;
    this.process = process;
  }

  /** Opens a lander: its peer's name, then the words of its task. */
  public static final class Opening implements Worker.Opening {
    @Override
    public Worker open(List<String> words) throws Exception {
      Lander lander = Peer.valueOf(words.get(0)).open(Task.parse(words.subList(1, words.size())));
      return new Worker() {
        @Override
        public AutoCloseable work(String target) throws Exception {
          return lander.land(URI.create(target));
        }

        @Override
        public void close() throws Exception {
          lander.close();
        }
      };
    }
  }

  /** Starts one; its class path is its own. */
  static LanderProcess start(Peer peer, Task task, List<String> options) throws IOException {
    List<String> words = new ArrayList<>(List.of(peer.name()));
    words.addAll(task.words());
    return new LanderProcess(
        peer,
        task,
        WorkerProcess.start(
            peer.label(), task.scratch(), classPath(peer), options, Opening.class, words));
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
    WorkerProcess.Took took = process.work(target.toString());
    return new Pass(task.events(), took.nanos(), took.cpuNanos(), took.peakBytes());
  }

  @Override
  public void close() throws IOException {
    process.close();
  }
}
