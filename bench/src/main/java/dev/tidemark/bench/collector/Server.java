package dev.tidemark.bench.collector;

/** The programs that are measured; each takes {@code POST /v1/events}, but the last two. */
enum Server {
  TIDEMARK("tidemark", CollectorProgram.class.getName()),
  VERTX("vertx", VertxCollector.class.getName()),
  VERTX_TUNED("vertx-tuned", TunedVertxCollector.class.getName()),
  NAIVE("naive", NaiveCollector.class.getName()),
  FLUME("flume", "dev.tidemark.bench.flume.FlumeCollector"),
  PRODUCER_TOOL("producer-tool", PerformanceTool.class.getName()),
  PRODUCER("producer", ProducerLoop.class.getName());

  private final String label;
  private final String program;

  Server(String label, String program) {
    this.label = label;
    this.program = program;
  }

  /** Its name in tables, and that of its topic. */
  String label() {
    return label;
  }

  /** The class that starts it; the arguments are those of {@link ServerTask}. */
  String program() {
    return program;
  }

  /** Flume needs other versions of the same libraries. */
  String classPath() {
    return System.getProperty(
        this == FLUME ? "tidemark.bench.flume-class-path" : "java.class.path");
  }

  boolean isHttp() {
    return this != PRODUCER_TOOL && this != PRODUCER;
  }
}
