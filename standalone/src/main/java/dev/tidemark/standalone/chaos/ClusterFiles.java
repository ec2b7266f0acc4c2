package dev.tidemark.standalone.chaos;

import java.nio.file.Path;

/**
 * Where a cluster keeps what, below one directory.
 *
 * @param home of the installation, with {@code conf/}
 */
record ClusterFiles(Path directory, Path home) {
  Path kafka() {
    return directory.resolve("kafka");
  }

  Path hdfs() {
    return directory.resolve("hdfs");
  }

  /** For the class path of the programs. */
  Path clientConf() {
    return directory.resolve("client-conf");
  }

  Path config() {
    return directory.resolve("tidemark.yaml");
  }

  Path spill() {
    return directory.resolve("spill");
  }

  /** Of ingest. */
  Path checkpoints() {
    return directory.resolve("checkpoints");
  }

  Path logs() {
    return directory.resolve("logs");
  }

  /** Where Spark puts what does not fit its memory. */
  Path spark() {
    return directory.resolve("spark");
  }

  /** For whatever libraries put into a temporary directory. */
  Path temporary() {
    return directory.resolve("tmp");
  }

  Path clock(String program) {
    return directory.resolve("clock-" + program);
  }
}
