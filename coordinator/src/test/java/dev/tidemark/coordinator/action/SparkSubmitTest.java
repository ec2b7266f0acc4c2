package dev.tidemark.coordinator.action;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.batch.config.SubmitConfig;
import dev.tidemark.batch.process.ProcessApplication;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an installation of Spark is told, by a spark-submit that says what it was told. */
class SparkSubmitTest {
  @Test
  void the_spark_submit_of_an_installation_gets_the_settings_the_application_and_its_arguments(
      @TempDir Path home) throws Exception {
    Path script = Files.createDirectories(home.resolve("bin")).resolve("spark-submit");
    Files.writeString(script, "#!/bin/sh\nfor each; do echo \"$each\"; done\nexit 3\n");
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
    SubmitConfig config =
        new SubmitConfig(
            Map.of("spark.master", "yarn", "spark.driver.memory", "4g"),
            Optional.of(home),
            Duration.ofMinutes(1),
            1);
    Path log = home.resolve("log");
    Process process = new SparkSubmit(config).start(List.of("hdfs://nn/root", "directory"), log);
    assertThat(process.waitFor()).isEqualTo(3);
    List<String> told = Files.readAllLines(log);
    assertThat(told)
        .containsSubsequence("--class", ProcessApplication.class.getName())
        .contains("spark.master=yarn", "spark.driver.memory=4g", "spark.yarn.maxAppAttempts=1")
        .noneMatch(each -> each.startsWith("spark.driver.host"))
        .endsWith("hdfs://nn/root", "directory");
  }
}
