package dev.tidemark.bench.collector;

/** The programs that are measured; each takes {@code POST /v1/events}, but the last. */
enum Server {
  TIDEMARK("tidemark", CollectorProgram.class),
  VERTX("vertx", VertxCollector.class),
  NAIVE("naive", NaiveCollector.class),
  PRODUCER_TOOL("producer-tool", ProducerTool.class);

  private final String label;
  private final Class<?> program;

  Server(String label, Class<?> program) {
    this.label = label;
    this.program = program;
  }

  /** Its name in tables, and that of its topic. */
  String label() {
    return label;
  }

  /** What starts it; the arguments are those of {@link ServerTask}. */
  Class<?> program() {
    return program;
  }

  boolean isHttp() {
    return this != PRODUCER_TOOL;
  }
}
