package dev.tidemark.bench.landing;

import dev.tidemark.landing.hadoop.ShortWaits;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * The limit: a thread for each topic-partition that polls and writes values to one file an hour,
 * with the settings of HDFS that serve it best, and syncs and renames them at the end. It remembers
 * nothing and recovers from nothing.
 */
final class BareLander implements Lander {
  private static final long HOUR = Duration.ofHours(1).toMillis();
  private static final int BUFFER_BYTES = 1 << 18;

  private final Task task;
  private final FileContext files;

  BareLander(Task task) throws IOException {
    this.task = task;
    Configuration settings = task.hadoop();
    settings.setInt("dfs.client-write-packet-size", 256 * 1024);
    ShortWaits.addTo(settings);
    this.files = FileContext.getFileContext(task.hdfs(), settings);
  }

  @Override
  public AutoCloseable land(URI target) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(task.partitions());
    try {
      List<Future<?>> running = new ArrayList<>();
      for (int p = 0; p < task.partitions(); p++) {
        TopicPartition partition = new TopicPartition(task.topic(), p);
        running.add(
            threads.submit(
                () -> {
                  land(partition, new Path(target));
                  return null;
                }));
      }
      for (Future<?> thread : running) {
        thread.get();
      }
      return () -> {};
    } finally {
      threads.shutdownNow();
    }
  }

  private void land(TopicPartition partition, Path target) throws IOException {
    Map<Long, HourFile> hours = new HashMap<>();
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            task.consumer(), new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      consumer.assign(List.of(partition));
      consumer.seekToBeginning(List.of(partition));
      long end = consumer.endOffsets(List.of(partition)).get(partition);
      while (consumer.position(partition) < end) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofSeconds(1))) {
          long hour = record.timestamp() / HOUR;
          HourFile file = hours.get(hour);
          if (file == null) {
            file = open(target, hour, partition.partition());
            hours.put(hour, file);
          }
          file.lines.write(record.value());
          file.lines.write('\n');
        }
      }
    }
    for (HourFile file : hours.values()) {
      file.end(files);
    }
  }

  private HourFile open(Path target, long hour, int partition) throws IOException {
    Path directory =
        new Path(target, Instant.ofEpochMilli(hour * HOUR).toString().substring(0, 13));
    Path temporary = new Path(directory, "." + partition + ".json");
    FSDataOutputStream out =
        files.create(
            temporary,
            EnumSet.of(CreateFlag.CREATE),
            Options.CreateOpts.createParent(),
            Options.CreateOpts.bytesPerChecksum((short) 8192));
    return new HourFile(
        temporary,
        new Path(directory, partition + ".json"),
        out,
        new BufferedOutputStream(out, BUFFER_BYTES));
  }

  private record HourFile(Path temporary, Path last, FSDataOutputStream out, OutputStream lines) {
    void end(FileContext files) throws IOException {
      lines.flush();
      out.hsync();
      lines.close();
      files.rename(temporary, last);
    }
  }

  @Override
  public void close() {}
}
