package dev.tidemark.standalone;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.tidemark.embedded.ChildJvm;
import dev.tidemark.standalone.cli.Main;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Runs {@code tidemark} in a process of its own, with the options that the launcher gives.
 *
 * @param directory takes what the programs write
 */
record Program(Path directory) {
  private static final Path HOME = Path.of("..").toAbsolutePath().normalize();
  private static final Duration LIMIT = Duration.ofSeconds(90);

  /** What a command answered. */
  record Answer(int exitCode, String output) {
    /** What it answered to {@code -o json}; the JVM may have said something first. */
    JsonNode json() throws IOException {
      return JsonMapper.builder().build().readTree(output.substring(output.indexOf("[\n")));
    }
  }

  /** The directory that holds {@code conf/}. */
  static Path home() {
    return HOME;
  }

  /** Starts a program that runs until it is stopped. Its output goes to {@code name.out}. */
  ChildJvm start(String name, String... arguments) throws IOException {
    return start(name, "INFO", arguments);
  }

  /** Runs a command to its end. */
  Answer run(String name, String... arguments) throws IOException {
    try (ChildJvm command = start(name, "OFF", arguments)) {
      int exitCode = command.awaitExit(LIMIT);
      return new Answer(exitCode, command.output());
    }
  }

  private ChildJvm start(String name, String consoleLevel, String... arguments) throws IOException {
    List<String> options =
        List.of(
            "@" + HOME.resolve("conf/jvm.options"),
            "-Xmx512m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Dtidemark.home=" + HOME,
            "-Dlog4j2.configurationFile=" + HOME.resolve("conf/log4j2.xml"),
            "-Dtidemark.log.dir=" + directory,
            "-Dtidemark.log.name=" + name,
            "-Dtidemark.console.level=" + consoleLevel,
            "-Dspark.driver.host=127.0.0.1",
            "-Dspark.driver.bindAddress=127.0.0.1",
            "-Dspark.local.dir=" + directory.resolve("spark"),
            "-Dspark.sql.warehouse.dir=" + directory.resolve("warehouse"));
    return ChildJvm.start(
        directory.resolve(name + ".out"), List.of(), options, Main.class.getName(), arguments);
  }
}
