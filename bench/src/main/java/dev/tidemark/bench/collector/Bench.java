package dev.tidemark.bench.collector;

import dev.tidemark.bench.Recordings;
import dev.tidemark.embedded.ExternalKafka;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What all parts of the benchmark run on.
 *
 * @param directory for servers and Kafka
 * @param recordings where Java's Flight Recorder leaves what it saw of the servers
 * @param out where figures go
 */
record Bench(ExternalKafka kafka, Path directory, Optional<Path> recordings, PrintWriter out) {
  private static final int PARTITIONS = 2;

  /** Starts a server with an empty topic of its own, if it has none yet. */
  ServerProcess start(Server server) throws IOException {
    kafka.createTopic(server.label(), PARTITIONS);
    kafka.createTopic(server.label() + "-rejected", 1);
    return ServerProcess.start(
        server, kafka.bootstrapServers(), directory, jvmOptions(server, directory));
  }

  Topic topic(Server server) {
    return new Topic(kafka.bootstrapServers(), server.label());
  }

  /** The launcher's, for all of them. */
  private List<String> jvmOptions(Server server, Path scratch) {
    List<String> options = new ArrayList<>();
    options.add("@" + System.getProperty("tidemark.bench.jvm-options"));
    options.add("-Xmx1g");
    options.add("-Dlog4j2.configurationFile=" + System.getProperty("log4j2.configurationFile"));
    options.add("-Dtidemark.log.dir=" + scratch);
    options.add("-Dtidemark.log.name=" + server.label());
    options.addAll(Recordings.options(recordings, server.label()));
    return options;
  }

  void say(String format, Object... arguments) {
    out.println(String.format(Locale.ROOT, format, arguments));
    out.flush();
  }
}
