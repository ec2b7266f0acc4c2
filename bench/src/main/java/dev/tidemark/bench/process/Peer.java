package dev.tidemark.bench.process;

import dev.tidemark.bench.Worker;
import java.nio.file.Path;
import java.util.List;

/** The programs that are measured. */
enum Peer {
  TIDEMARK("tidemark"),
  DUCKDB("duckdb"),
  SPARK("spark");

  private final String label;

  Peer(String label) {
    this.label = label;
  }

  String label() {
    return label;
  }

  /** Makes Parquet of an hour. */
  interface Processor extends AutoCloseable {
    /**
     * Writes an hour's events, without repeats, as Parquet with zstd.
     *
     * @param output a directory below the root that does not exist yet
     */
    void process(Hour hour, String output) throws Exception;

    @Override
    void close() throws Exception;
  }

  private Processor open(Path root) throws Exception {
    return switch (this) {
      case TIDEMARK -> new TidemarkProcessor(root);
      case DUCKDB -> new DuckDbProcessor(root);
      case SPARK -> new SparkProcessor(root);
    };
  }

  /** Opens one by its name and the root; a task is an hour's words and an output. */
  public static final class Opening implements Worker.Opening {
    @Override
    public Worker open(List<String> words) throws Exception {
      Processor processor = valueOf(words.get(0)).open(Path.of(words.get(1)));
      return new Worker() {
        @Override
        public AutoCloseable work(String task) throws Exception {
          String[] split = task.split(" ");
          processor.process(Hour.parse(split), split[split.length - 1]);
          return () -> {};
        }

        @Override
        public void close() throws Exception {
          processor.close();
        }
      };
    }
  }
}
