package dev.tidemark.bench.landing;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import org.apache.hadoop.conf.Configuration;

/**
 * What every lander is to do: bring all records of a topic into hour directories on HDFS.
 *
 * @param hdfs the file system's root
 * @param events records in the topic
 * @param scratch a local directory
 */
record Task(String brokers, String topic, int partitions, long events, URI hdfs, Path scratch) {
  static Task parse(List<String> words) {
    return new Task(
        words.get(0),
        words.get(1),
        Integer.parseInt(words.get(2)),
        Long.parseLong(words.get(3)),
        URI.create(words.get(4)),
        Path.of(words.get(5)));
  }

  List<String> words() {
    return List.of(
        brokers,
        topic,
        Integer.toString(partitions),
        Long.toString(events),
        hdfs.toString(),
        scratch.toString());
  }

  /** Client settings of HDFS with one DataNode. */
  Configuration hadoop() {
    Configuration settings = new Configuration();
    settings.set("fs.defaultFS", hdfs.toString());
    settings.set("dfs.replication", "1");
    settings.set("dfs.client.block.write.replace-datanode-on-failure.policy", "NEVER");
    return settings;
  }

  /** The fetches of {@code tidemark ingest}, so that no peer is slower for its settings. */
  Properties consumer() {
    Properties settings = new Properties();
    settings.put("bootstrap.servers", brokers);
    settings.put("max.poll.records", "20000");
    settings.put("max.partition.fetch.bytes", Integer.toString(4 << 20));
    settings.put("fetch.max.bytes", Integer.toString(16 << 20));
    return settings;
  }
}
