package dev.tidemark.bench.landing;

import java.util.Arrays;
import java.util.List;

/** The programs that are measured. */
enum Peer {
  TIDEMARK("tidemark"),
  BARE_CONSUMER("bare-consumer"),
  FLINK_FILE_SINK("flink-filesink"),
  FLINK_TUNED("flink-tuned"),
  SPARK_JSON_SINK("spark-json-sink");

  private final String label;

  Peer(String label) {
    this.label = label;
  }

  String label() {
    return label;
  }

  /** The one that is called so. */
  static Peer named(String label) {
    return Arrays.stream(values())
        .filter(peer -> peer.label.equals(label))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no peer is called " + label));
  }

  static List<String> labels() {
    return Arrays.stream(values()).map(Peer::label).toList();
  }

  Lander open(Task task) throws Exception {
    return switch (this) {
      case TIDEMARK -> new TidemarkLander(task);
      case BARE_CONSUMER -> new BareLander(task);
      case FLINK_FILE_SINK -> FlinkLander.asDocumented(task);
      case FLINK_TUNED -> FlinkLander.tuned(task);
      case SPARK_JSON_SINK -> new SparkJsonLander(task);
    };
  }
}
