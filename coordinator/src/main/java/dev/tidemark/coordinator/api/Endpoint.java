package dev.tidemark.coordinator.api;

import java.util.function.Function;

/**
 * A path, and what answers there.
 *
 * @param path with names in braces, as in the API's description
 */
record Endpoint(Kind kind, String path, Function<Call, Answer> handler) {

  /** What a request has to do with the landing log. */
  enum Kind {
    /** Answered from memory, to everybody. */
    STATUS("GET"),
    /** Reads files. */
    READ("GET"),
    /** Answered for as long as the client stays, from what others read; waits for no file. */
    STREAM("GET"),
    /** Appends entries. */
    CHANGE("POST");

    private final String method;

    Kind(String method) {
      this.method = method;
    }

    String method() {
      return method;
    }
  }

  /** In the form that SparkJava takes. */
  String route() {
    return path.replaceAll("\\{(\\w+)}", ":$1");
  }
}
