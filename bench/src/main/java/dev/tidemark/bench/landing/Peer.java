package dev.tidemark.bench.landing;

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
