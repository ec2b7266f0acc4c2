package dev.tidemark.coordinator.action;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.tidemark.batch.config.BatchConfig;
import dev.tidemark.batch.config.Engine;
import dev.tidemark.batch.config.IpPolicy;
import dev.tidemark.batch.config.SubmitConfig;
import dev.tidemark.batch.process.ProcessRequest;
import dev.tidemark.batch.process.ProcessResult;
import dev.tidemark.coordinator.World;
import dev.tidemark.coordinator.config.CoordinatorConfig;
import dev.tidemark.landing.Granularity;
import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.LandingZone;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.hadoop.FileSystems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Applications that are shell scripts, in place of an installation's spark-submit. */
@Timeout(60)
class SubmitEngineTest {
  private static final CoordinatorConfig CONFIG =
      new CoordinatorConfig("never", 1, Duration.ofMinutes(1), 3, Duration.ofSeconds(30));

  private static final List<String> HOURS =
      List.of("2026-08-22T12", "2026-08-22T13", "2026-08-22T14");
  private static final ProcessResult EMPTY =
      new ProcessResult(0, 0, 0, 0, Map.of(), Map.of(), "hash");

  @TempDir private Path directory;
  private Path root;
  private ExecutorService callers;

  @BeforeEach
  void start() throws IOException {
    root = Files.createDirectory(directory.resolve("root"));
    callers = Executors.newFixedThreadPool(HOURS.size());
  }

  @AfterEach
  void stop() {
    callers.shutdownNow();
  }

  @Test
  void when_an_application_dies_another_takes_what_it_had_not_begun() throws Exception {
    try (SubmitEngine engine =
        engine(
            Duration.ofMinutes(1),
            "mkdir -p \"$output\"",
            "case $output in *hr=13*) kill -9 $$;; esac",
            "cp \"$home/manifest.json\" \"$output/_manifest.json\"",
            "touch \"$output/_SUCCESS\"")) {
      List<CompletableFuture<ProcessResult>> answers = processAll(engine);
      assertThat(answers.get(0).get()).isEqualTo(EMPTY);
      assertThatThrownBy(answers.get(1)::get)
          .isInstanceOf(ExecutionException.class)
          .cause()
          .isInstanceOf(LandingException.Unavailable.class)
          .hasMessageContainingAll(HOURS.get(1), "exit code 137", directory.toString());
      assertThat(answers.get(2).get()).isEqualTo(EMPTY);
    }
    assertThat(applications()).isEqualTo(2);
    assertThat(handovers()).isZero();
  }

  @Test
  void an_application_that_begins_with_none_fails_all_of_them() throws Exception {
    try (SubmitEngine engine = engine(Duration.ofMinutes(1), "exit 7")) {
      for (CompletableFuture<ProcessResult> answer : processAll(engine)) {
        assertThatThrownBy(answer::get).hasMessageContaining("exit code 7");
      }
    }
    assertThat(applications()).isEqualTo(1);
    assertThat(handovers()).isZero();
  }

  @Test
  void an_application_that_takes_too_long_is_killed() throws Exception {
    try (SubmitEngine engine = engine(Duration.ofSeconds(1), "exec sleep 600")) {
      assertThatThrownBy(processAll(engine).get(0)::get)
          .hasMessageContainingAll(HOURS.get(0), "took longer than 1 s");
      await().until(() -> ProcessHandle.current().children().noneMatch(this::isOurs));
    }
  }

  @Test
  void an_application_is_killed_when_the_engine_is_closed() throws Exception {
    SubmitEngine engine = engine(Duration.ofMinutes(10), "exec sleep 601");
    List<CompletableFuture<ProcessResult>> answers = processAll(engine);
    await().until(() -> ProcessHandle.current().children().anyMatch(this::isOurs));
    engine.close();
    for (CompletableFuture<ProcessResult> answer : answers) {
      assertThatThrownBy(answer::get).hasMessageContaining("was not processed");
    }
    assertThat(ProcessHandle.current().children()).noneMatch(this::isOurs);
  }

  @Test
  void one_that_is_interrupted_takes_no_other_with_it() throws Exception {
    try (SubmitEngine engine =
        engine(
            Duration.ofMinutes(1),
            "while [ ! -f \"$home/go\" ]; do sleep 0.1; done",
            "[ -f '" + root + "'/\"$handover\"/request.json ] || continue",
            "mkdir -p \"$output\"",
            "cp \"$home/manifest.json\" \"$output/_manifest.json\"",
            "touch \"$output/_SUCCESS\"")) {
      PartitionId hour = PartitionId.parse("2026-08-22T11");
      ExecutorService another = Executors.newSingleThreadExecutor();
      Future<ProcessResult> first =
          another.submit(() -> engine.process(request(hour, "attempt-of-first")));
      List<CompletableFuture<ProcessResult>> answers = processAll(engine);
      await().until(() -> applications() == 1);
      another.shutdownNow();
      assertThatThrownBy(first::get).hasMessageContaining("is being stopped");
      Files.createFile(directory.resolve("go"));
      for (CompletableFuture<ProcessResult> answer : answers) {
        assertThat(answer.get()).isEqualTo(EMPTY);
      }
    }
    assertThat(applications()).isEqualTo(1);
    assertThat(handovers()).isZero();
  }

  private boolean isOurs(ProcessHandle child) {
    return child.info().commandLine().filter(c -> c.contains("sleep 60")).isPresent();
  }

  private SubmitEngine engine(Duration timeout, String... onEach) throws IOException {
    Path script = Files.createDirectories(directory.resolve("bin")).resolve("spark-submit");
    Files.writeString(
        script,
        """
        #!/bin/sh
        home='%s'
        while [ "$1" != '%s' ]; do shift; done
        shift
        for handover; do
          output="%s/${handover%%.handover}"
        %s
        done
        """
            .formatted(directory, root.toUri(), root, String.join("\n", onEach)));
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
    Files.writeString(
        directory.resolve("manifest.json"),
        """
        {"partition": "P", "attempt": "A", "rows_in": 0, "rows_out": 0, "duplicates": 0,
         "quarantined": 0, "rows_by_type": {}, "quarantined_by_reason": {},
         "config_hash": "hash", "input_hash": "x", "input": []}
        """);
    BatchConfig config =
        new BatchConfig(
            Engine.SPARK_SUBMIT,
            Path.of("../conf/events"),
            1 << 20,
            1,
            IpPolicy.KEEP,
            new SubmitConfig(
                Map.of("spark.master", "local[1]"), Optional.of(directory), timeout, 10));
    return SubmitEngine.start(
        World.dataset(root.toUri(), Granularity.HOUR),
        FileSystems.open(root.toUri()),
        config,
        CONFIG,
        new ApplicationLogs(directory.resolve("logs"), 9));
  }

  private List<CompletableFuture<ProcessResult>> processAll(SubmitEngine engine) {
    return HOURS.stream()
        .map(PartitionId::parse)
        .map(
            hour ->
                CompletableFuture.supplyAsync(
                    () -> engine.process(request(hour, "attempt-of-" + hour)), callers))
        .toList();
  }

  private static ProcessRequest request(PartitionId hour, String attempt) {
    return new ProcessRequest(
        hour, attempt, List.of(), LandingZone.staging(hour, attempt), Map.of());
  }

  private long applications() throws IOException {
    if (Files.notExists(directory.resolve("logs"))) {
      return 0;
    }
    try (Stream<Path> logs = Files.list(directory.resolve("logs"))) {
      return logs.count();
    }
  }

  private long handovers() throws IOException {
    try (Stream<Path> all = Files.walk(root)) {
      return all.filter(f -> f.toString().endsWith(".handover")).count();
    }
  }
}
