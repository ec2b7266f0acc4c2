package dev.tidemark.bench.collector;

/** How many clients there are, and how many events each of their requests has. */
enum Shape {
  FEW("64", 64, 1),
  MANY("256", 256, 1),
  BATCHES("batch", 32, 100);

  private final String label;
  private final int connections;
  private final int events;

  Shape(String label, int connections, int events) {
    this.label = label;
    this.connections = connections;
    this.events = events;
  }

  String label() {
    return label;
  }

  /** Each has one request on its way, and the next one as soon as that is answered. */
  int connections() {
    return connections;
  }

  /** Events of a request. */
  int events() {
    return events;
  }
}
