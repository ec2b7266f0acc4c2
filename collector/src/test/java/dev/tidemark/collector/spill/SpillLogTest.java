package dev.tidemark.collector.spill;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpillLogTest {
  @TempDir private Path temporary;
  private Path directory;

  @BeforeEach
  void choose() {
    directory = temporary.resolve("spill");
  }

  @Test
  void records_come_out_in_their_order_and_as_they_were() throws Exception {
    try (SpillLog log = SpillLog.open(directory)) {
      SpilledRecord record = new SpilledRecord("events", 1_787_000_000_123L, bytes("{\"a\":1}"));
      log.append(List.of(record.encode()));
      log.append(encoded(1, 5));
      List<SpillLog.Entry> head = log.head(100, 1 << 20);
      ProducerRecord<byte[], byte[]> read = head.get(0).record().toRecord();
      assertThat(read.topic()).isEqualTo("events");
      assertThat(read.timestamp()).isEqualTo(1_787_000_000_123L);
      assertThat(read.value()).asString(UTF_8).isEqualTo("{\"a\":1}");
      assertThat(read.key()).isNull();
      assertThat(values(head.subList(1, 5))).containsExactly("1", "2", "3", "4");
      assertThat(values(log.head(2, 1 << 20))).containsExactly("{\"a\":1}", "1");
      assertThat(log.head(100, 1)).hasSize(1);
    }
  }

  @Test
  void what_was_removed_stays_removed_and_new_records_go_behind_the_old() throws Exception {
    try (SpillLog log = SpillLog.open(directory)) {
      log.append(encoded(0, 10));
      log.removeThrough(log.head(4, 1 << 20).get(3));
      assertThat(log.records()).isEqualTo(6);
    }
    try (SpillLog log = SpillLog.open(directory)) {
      assertThat(log.records()).isEqualTo(6);
      log.append(encoded(10, 12));
      assertThat(values(log.head(100, 1 << 20)))
          .containsExactly("4", "5", "6", "7", "8", "9", "10", "11");
      log.removeThrough(log.head(8, 1 << 20).get(7));
      assertThat(log.isEmpty()).isTrue();
      assertThat(log.bytes()).isZero();
    }
    try (SpillLog log = SpillLog.open(directory)) {
      assertThat(log.isEmpty()).isTrue();
      log.append(encoded(12, 13));
      assertThat(values(log.head(100, 1 << 20))).containsExactly("12");
    }
  }

  @Test
  void its_native_library_is_in_no_directory_once_it_is_loaded() throws Exception {
    Path maps = Path.of("/proc/self/maps");
    assumeThat(maps).exists();
    SpillLog.open(directory).close();
    assertThat(Files.readAllLines(maps).stream().filter(m -> m.contains("rocksdbjni")))
        .isNotEmpty()
        .allSatisfy(m -> assertThat(m).endsWith(" (deleted)"));
  }

  @Test
  void its_size_is_known_after_opening_as_before() throws Exception {
    long bytes;
    try (SpillLog log = SpillLog.open(directory)) {
      log.append(encoded(0, 100));
      log.removeThrough(log.head(30, 1 << 20).get(29));
      bytes = log.bytes();
      assertThat(bytes).isEqualTo(encoded(30, 100).stream().mapToLong(SpillLog::size).sum());
    }
    try (SpillLog log = SpillLog.open(directory)) {
      assertThat(log.bytes()).isEqualTo(bytes);
    }
  }

  @Test
  void what_kafka_refuses_is_out_of_the_way_and_tried_again_at_the_next_start() throws Exception {
    long bytes;
    try (SpillLog log = SpillLog.open(directory)) {
      log.append(encoded(0, 3));
      bytes = log.bytes();
      log.setAside(log.head(1, 1 << 20).get(0));
      assertThat(values(log.head(100, 1 << 20))).containsExactly("1", "2");
      assertThat(log.bytes()).isEqualTo(bytes);
      assertThat(log.recordsAside()).isEqualTo(1);
    }
    try (SpillLog log = SpillLog.open(directory)) {
      assertThat(values(log.head(100, 1 << 20))).containsExactly("1", "2", "0");
      assertThat(log.bytes()).isEqualTo(bytes);
      assertThat(log.recordsAside()).isZero();
    }
  }

  /** What a kill leaves: the files as they are, closed by nobody. */
  @Test
  void everything_appended_is_there_when_nobody_closed_it() throws Exception {
    try (SpillLog log = SpillLog.open(directory)) {
      log.append(encoded(0, 5));
      Path copy = copy("killed");
      try (SpillLog killed = SpillLog.open(copy)) {
        assertThat(values(killed.head(100, 1 << 20))).containsExactly("0", "1", "2", "3", "4");
      }
    }
  }

  @Test
  void a_torn_tail_costs_what_was_being_written_and_nothing_before_it() throws Exception {
    try (SpillLog log = SpillLog.open(directory)) {
      log.append(encoded(0, 5));
      long whole = Files.size(journal(directory));
      log.append(encoded(5, 8));
      long end = Files.size(journal(directory));
      for (long cut = whole; cut < end; cut += 7) {
        Path torn = copy("torn-" + cut);
        try (FileChannel file = FileChannel.open(journal(torn), StandardOpenOption.WRITE)) {
          file.truncate(cut);
        }
        assertWholeAndUsable(torn);
      }
      byte[] noise = new byte[(int) (end - whole)];
      new Random(1).nextBytes(noise);
      Path overwritten = copy("overwritten");
      try (FileChannel file = FileChannel.open(journal(overwritten), StandardOpenOption.WRITE)) {
        file.write(ByteBuffer.wrap(noise), whole);
      }
      assertWholeAndUsable(overwritten);
    }
  }

  private static void assertWholeAndUsable(Path torn) throws IOException {
    try (SpillLog log = SpillLog.open(torn)) {
      assertThat(values(log.head(100, 1 << 20))).containsExactly("0", "1", "2", "3", "4");
      log.append(encoded(9, 10));
    }
    try (SpillLog log = SpillLog.open(torn)) {
      assertThat(values(log.head(100, 1 << 20))).containsExactly("0", "1", "2", "3", "4", "9");
    }
  }

  @Test
  void the_disk_is_given_back() throws Exception {
    Random random = new Random(1);
    try (SpillLog log = SpillLog.open(directory)) {
      for (int i = 0; i < 80; i++) {
        byte[] megabyte = new byte[1 << 20];
        random.nextBytes(megabyte);
        log.append(List.of(new SpilledRecord("events", i, megabyte).encode()));
      }
      assertThat(diskUse()).isGreaterThan(80L << 20);
      for (int i = 0; i < 80; i++) {
        SpillLog.Entry head = log.head(1, 1).get(0);
        assertThat(head.record().toRecord().timestamp()).isEqualTo(i);
        log.removeThrough(head);
      }
      assertThat(diskUse()).isLessThan(2L << 20);
    }
  }

  @Test
  void what_was_removed_before_a_crash_is_given_back_at_the_next_start() throws Exception {
    Path crashed;
    byte[] large = new byte[900_000];
    new Random(1).nextBytes(large);
    try (SpillLog log = SpillLog.open(directory)) {
      log.append(List.of(new SpilledRecord("events", 1, large).encode()));
      log.removeThrough(log.head(1, 1).get(0));
      crashed = copy("crashed");
    }
    directory = crashed;
    assertThat(diskUse()).isGreaterThan(900_000);
    try (SpillLog log = SpillLog.open(crashed)) {
      assertThat(log.isEmpty()).isTrue();
      assertThat(diskUse()).isLessThan(200_000);
      log.append(encoded(0, 1));
      assertThat(values(log.head(1, 1))).containsExactly("0");
    }
  }

  @Test
  void only_one_may_have_it_open() throws Exception {
    try (SpillLog log = SpillLog.open(directory)) {
      log.append(encoded(0, 1));
      assertThatThrownBy(() -> SpillLog.open(directory))
          .isInstanceOf(IOException.class)
          .hasMessageContaining(directory.toString());
    }
  }

  @Test
  void it_goes_on_after_being_opened_again() throws Exception {
    try (SpillLog log = SpillLog.open(directory)) {
      log.append(encoded(0, 2));
      log.reopen();
      log.append(encoded(2, 3));
      assertThat(values(log.head(100, 1 << 20))).containsExactly("0", "1", "2");
    }
  }

  private long diskUse() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.mapToLong(SpillLogTest::sizeOf).sum();
    }
  }

  private static long sizeOf(Path file) {
    try {
      return Files.exists(file) ? Files.size(file) : 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The newest write-ahead log. */
  private static Path journal(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(f -> f.toString().endsWith(".log"))
          .max(Comparator.naturalOrder())
          .orElseThrow();
    }
  }

  private Path copy(String name) throws IOException {
    Path copy = Files.createDirectory(temporary.resolve(name));
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        if (!file.endsWith("LOCK")) {
          Files.copy(file, copy.resolve(file.getFileName()));
        }
      }
    }
    return copy;
  }

  private static List<byte[]> encoded(int from, int to) {
    return IntStream.range(from, to)
        .mapToObj(i -> new SpilledRecord("events", i, bytes(Integer.toString(i))).encode())
        .toList();
  }

  private static List<String> values(List<SpillLog.Entry> entries) {
    List<String> values = new ArrayList<>();
    for (SpillLog.Entry entry : entries) {
      values.add(new String(entry.record().toRecord().value(), UTF_8));
    }
    return values;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }
}
