package dev.tidemark.standalone.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks after the processes of a cluster: starts again what ended by itself, and watches what they
 * take, where the system tells it in {@code /proc}.
 */
final class Processes implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Processes.class);
  private static final long PAUSE_MILLIS = 1_000;

  private final List<Member> members;
  private final Thread thread = new Thread(this::watch, "processes");
  private final Map<String, Usage> most = new HashMap<>();
  // A handle knows when its process began, and so is not taken in by a number that is used again.
  private final Set<ProcessHandle> started = new HashSet<>();
  private volatile boolean closed;

  Processes(List<Member> members) {
    this.members = members;
    thread.setDaemon(true);
    thread.start();
  }

  private void watch() {
    while (!closed) {
      try {
        for (Member each : members) {
          each.tend();
          each.pid().ifPresent(pid -> look(each, pid));
        }
        Thread.sleep(PAUSE_MILLIS);
      } catch (IOException | RuntimeException e) {
        LOG.warn("A process cannot be looked after: {}", e.toString());
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private synchronized void look(Member member, long pid) {
    ProcessHandle.of(pid)
        .ifPresent(
            p -> {
              started.add(p);
              p.descendants().forEach(started::add);
            });
    Usage before =
        most.getOrDefault(member.name(), new Usage(member.name(), member.heapMegabytes(), 0, 0));
    most.put(
        member.name(),
        new Usage(
            member.name(),
            member.heapMegabytes(),
            Math.max(before.megabytes(), residentMegabytes(pid)),
            Math.max(before.files(), openFiles(pid))));
  }

  private static long residentMegabytes(long pid) {
    try (Stream<String> lines = Files.lines(Path.of("/proc", Long.toString(pid), "status"))) {
      Optional<String> line = lines.filter(l -> l.startsWith("VmRSS:")).findFirst();
      return line.map(l -> Long.parseLong(l.replaceAll("\\D", "")) / 1024).orElse(0L);
    } catch (IOException | java.io.UncheckedIOException e) {
      return 0; // It has just ended, or this system does not tell.
    }
  }

  private static int openFiles(long pid) {
    try (Stream<Path> files = Files.list(Path.of("/proc", Long.toString(pid), "fd"))) {
      return (int) files.count();
    } catch (IOException | java.io.UncheckedIOException e) {
      return 0;
    }
  }

  /** By member; the members in their order. */
  synchronized List<Usage> most() {
    return members.stream()
        .map(m -> most.getOrDefault(m.name(), new Usage(m.name(), m.heapMegabytes(), 0, 0)))
        .toList();
  }

  /** Those of every process that was seen, and of those that they started, that still run. */
  synchronized Set<Long> alive() {
    return started.stream()
        .filter(ProcessHandle::isAlive)
        .map(ProcessHandle::pid)
        .collect(Collectors.toSet());
  }

  @Override
  public void close() throws InterruptedException {
    closed = true;
    thread.interrupt();
    thread.join();
  }
}
