package dev.tidemark.collector.spill;

import dev.tidemark.collector.config.SpillConfig;
import dev.tidemark.collector.kafka.EventProducer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps records on this machine's disk until Kafka takes them. One thread writes what has gathered
 * since its last write, with one fsync for all of it; another ({@link SpillReplay}) hands the
 * records to Kafka in the order in which they were spilled. Size is bounded, and some of the disk
 * stays free; what does not fit, or cannot be written, is not kept. When the disk has room again it
 * goes on by itself.
 */
public final class Spill implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Spill.class);
  private static final int MOST_AT_ONCE = 1_000;

  /** Most bytes that wait in memory to be written. */
  private static final long MOST_WAITING = 64L * 1024 * 1024;

  /** What is left free of the disk: the database needs room of its own even to get smaller. */
  static final long KEEP_FREE = 128L * 1024 * 1024;

  private static final long PROBE_MILLIS = 2_000;
  private static final long ALMOST_FULL = 8L * 1024 * 1024;

  private record Waiting(List<byte[]> records, long bytes, Outcome outcome) {}

  private static final Waiting END = new Waiting(List.of(), 0, null);

  private final SpillConfig config;
  private final SpillLog log;
  private final LongSupplier freeBytes;
  private final SpillReplay replay;
  private final LinkedBlockingQueue<Waiting> queue = new LinkedBlockingQueue<>();
  private final AtomicLong waitingBytes = new AtomicLong();
  private final LongAdder spilled = new LongAdder();
  private final LongAdder refused = new LongAdder();
  private final Thread writer = new Thread(this::write, "collector-spill");
  private volatile boolean broken;
  private volatile boolean closed;
  private boolean wasCramped;

  /**
   * Opens the spill; what is in it from before is replayed from {@link #start} on.
   *
   * @throws UncheckedIOException if it cannot be opened
   */
  public Spill(SpillConfig config, EventProducer producer) {
    this(config, producer, config.directory().toFile()::getUsableSpace);
  }

  /**
   * As above.
   *
   * @param freeBytes how much of the disk is free
   */
  Spill(SpillConfig config, EventProducer producer, LongSupplier freeBytes) {
    this.config = config;
    this.freeBytes = freeBytes;
    try {
      this.log = SpillLog.open(config.directory());
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage() + " (" + e.getCause().getMessage() + ")", e);
    }
    this.replay = new SpillReplay(log, producer);
  }

  /** Begins to write and to replay. */
  public void start() {
    if (!log.isEmpty()) {
      LOG.info("{} records in {} wait for Kafka", log.records(), config.directory());
    }
    long missing = config.maxBytes() + KEEP_FREE - log.bytes() - freeBytes.getAsLong();
    if (missing > 0) {
      LOG.warn(
          "The disk of {} has {} MiB less than the spill may need; collector.spill.max-bytes is {}",
          config.directory(),
          missing >> 20,
          config.maxBytes());
    }
    writer.start();
    replay.start();
  }

  /** Keeps the records if there is room; tells when they are on the disk. */
  void keep(List<ProducerRecord<byte[], byte[]>> records, Outcome outcome) {
    if (outcome.isAbandoned()) {
      return;
    }
    List<byte[]> encoded = records.stream().map(r -> SpilledRecord.of(r).encode()).toList();
    long bytes = encoded.stream().mapToLong(SpillLog::size).sum();
    long waiting = waitingBytes.addAndGet(bytes);
    if (closed || waiting > MOST_WAITING || waiting + log.bytes() > config.maxBytes()) {
      waitingBytes.addAndGet(-bytes);
      refused.add(records.size());
      outcome.notKept("Kafka is away and the spill is full");
      return;
    }
    queue.add(new Waiting(encoded, bytes, outcome));
  }

  private void write() {
    List<Waiting> group = new ArrayList<>();
    boolean more = true;
    while (more) {
      try {
        gather(group);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
      more = !group.remove(END);
      write(group);
      group.clear();
    }
  }

  /** Waits for something to write, and meanwhile for a disk that failed. */
  private void gather(List<Waiting> group) throws InterruptedException {
    Waiting first = queue.poll(PROBE_MILLIS, TimeUnit.MILLISECONDS);
    while (first == null) {
      if (broken) {
        written(log::probe);
      }
      first = queue.poll(PROBE_MILLIS, TimeUnit.MILLISECONDS);
    }
    group.add(first);
    queue.drainTo(group, MOST_AT_ONCE);
  }

  private void write(List<Waiting> group) {
    List<Waiting> wanted = group.stream().filter(w -> !w.outcome.isAbandoned()).toList();
    List<byte[]> records = wanted.stream().flatMap(w -> w.records.stream()).toList();
    boolean written = records.isEmpty() || (hasRoom(records) && written(() -> log.append(records)));
    waitingBytes.addAndGet(-group.stream().mapToLong(Waiting::bytes).sum());
    wanted.forEach(w -> tell(w, written));
    if (written && !records.isEmpty()) {
      spilled.add(records.size());
      replay.wake();
    }
  }

  private void tell(Waiting waiting, boolean written) {
    try {
      if (written) {
        waiting.outcome.kept();
      } else {
        refused.add(waiting.records.size());
        waiting.outcome.notKept("Kafka is away and the spill's disk is full or fails");
      }
    } catch (RuntimeException | Error e) {
      // The others wait for this thread.
      LOG.error("A request could not be told what became of its events", e);
    }
  }

  private boolean hasRoom(List<byte[]> records) {
    boolean isCramped = isCramped(records.stream().mapToLong(r -> r.length).sum());
    if (isCramped && !wasCramped) {
      LOG.error(
          "Events are refused: the disk of {} has less than {} MiB free, which the spill leaves",
          config.directory(),
          KEEP_FREE >> 20);
    }
    wasCramped = isCramped;
    return !isCramped;
  }

  private boolean isCramped(long more) {
    return freeBytes.getAsLong() < KEEP_FREE + more;
  }

  private interface Write {
    void run() throws IOException;
  }

  private boolean written(Write write) {
    try {
      write.run();
      if (broken) {
        LOG.info("The spill in {} can be written again", config.directory());
      }
      broken = false;
      return true;
    } catch (IOException | RuntimeException | Error e) {
      // Even of memory that ran out: a collector without this thread would take events, and time
      // out with each of them.
      if (!broken) {
        LOG.error("Events are refused: {}. Is the disk full? It is tried again", e.getMessage(), e);
      }
      broken = true;
      return false;
    }
  }

  /** Whether there is no room for a request of usual size, or the disk fails. */
  public boolean isFull() {
    return broken
        || isCramped(ALMOST_FULL)
        || log.bytes() + Math.min(ALMOST_FULL, config.maxBytes() / 4) > config.maxBytes();
  }

  /** Size of what waits for Kafka, in bytes. */
  public long bytes() {
    return log.bytes();
  }

  /** How many records wait for Kafka. */
  public long records() {
    return log.records();
  }

  /** How many records Kafka refused for what they are; the next start tries them again. */
  public long recordsAside() {
    return log.recordsAside();
  }

  /** When the first record that waits was received, in milliseconds; 0 if none waits. */
  public long oldestMillis() {
    return replay.oldestMillis();
  }

  /** Records written since the start. */
  public long spilledTotal() {
    return spilled.sum();
  }

  /** Records that Kafka took out of the spill since the start. */
  public long replayedTotal() {
    return replay.replayedTotal();
  }

  /** Records that were not kept since the start, for want of room or a disk. */
  public long refusedTotal() {
    return refused.sum();
  }

  /** Writes what has been taken, and closes; the producer must still be open. */
  @Override
  public void close() {
    closed = true;
    queue.add(END);
    try {
      replay.close();
      if (writer.isAlive()) {
        writer.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (!log.isEmpty()) {
      LOG.info("{} records stay in {} for the next start", log.records(), config.directory());
    }
    log.close();
  }
}
