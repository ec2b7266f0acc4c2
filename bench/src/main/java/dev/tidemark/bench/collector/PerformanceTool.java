package dev.tidemark.bench.collector;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.tools.ProducerPerformance;

/**
 * Kafka's own {@code kafka-producer-perf-test}, with the events that the others are sent as its
 * payloads and the collector's producer settings. It begins when it is asked to, as {@link
 * ProducerTask} says, so that it is warm; its own last line is what counts.
 */
public final class PerformanceTool {
  /** What it prints at the end; lines before have no percentiles. */
  private static final Pattern TOTAL =
      Pattern.compile("(\\d+) records sent, ([\\d.]+) records/sec .* 99\\.9th\\.");

  private static final double FIRST_GUESS = 200_000;
  private static final Duration MOST_BLOCKED = Duration.ofMinutes(1);

  private final ServerTask task;
  private final Path payloads;
  private double recordsPerSecond = FIRST_GUESS;

  private PerformanceTool(ServerTask task, Path payloads) {
    this.task = task;
    this.payloads = payloads;
  }

  public static void main(String[] arguments) throws IOException {
    // The tool prints its figures in the language of the machine.
    Locale.setDefault(Locale.ROOT);
    ServerTask task = ServerTask.parse(arguments);
    Path payloads = task.directory().resolve("payloads");
    try (OutputStream out = Files.newOutputStream(payloads)) {
      for (Iterator<byte[]> values = ProducerTask.values().iterator(); values.hasNext(); ) {
        out.write(values.next());
        out.write('\n');
      }
    }
    ProducerTask.serve(task.port(), new PerformanceTool(task, payloads)::run);
  }

  /** It takes a number of records, not a time: as many as it did in that time before. */
  private ProducerTask.Sent run(Duration duration) throws IOException {
    if (duration.isZero()) {
      // Asked only whether it is there. So few records would say nothing of its speed.
      return new ProducerTask.Sent(0, 0);
    }
    long records = Math.round(recordsPerSecond * duration.toNanos() / 1e9);
    Matcher total = TOTAL.matcher(output(words(records)));
    if (!total.find() || Long.parseLong(total.group(1)) != records) {
      throw new IOException("Kafka did not take all " + records + " records");
    }
    recordsPerSecond = Double.parseDouble(total.group(2));
    return new ProducerTask.Sent(records, Math.round(records / recordsPerSecond * 1e9));
  }

  private List<String> words(long records) {
    List<String> words = new ArrayList<>();
    words.addAll(List.of("--topic", task.topic(), "--num-records", Long.toString(records)));
    words.addAll(List.of("--throughput", "-1", "--payload-file", payloads.toString()));
    words.add("--producer-props");
    task.settings(MOST_BLOCKED, ServerTask.Pace.LINGER)
        .forEach((key, value) -> words.add(key + "=" + value));
    return words;
  }

  private static String output(List<String> words) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream before = System.out;
    try (PrintStream out = new PrintStream(bytes, false, US_ASCII)) {
      System.setOut(out);
      ProducerPerformance.main(words.toArray(String[]::new));
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException("The tool failed", e);
    } finally {
      System.setOut(before);
    }
    return bytes.toString(US_ASCII);
  }
}
