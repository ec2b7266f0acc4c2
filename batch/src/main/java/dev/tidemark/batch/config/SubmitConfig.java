package dev.tidemark.batch.config;

import dev.tidemark.landing.config.Section;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Sections {@code batch.spark} and {@code batch.submit}: the applications of {@link
 * Engine#SPARK_SUBMIT}.
 *
 * @param spark Spark's settings under their full names; {@code spark.master} is always among them
 * @param sparkHome Spark's installation, whose {@code spark-submit} is used; without it the class
 *     path of this process has Spark
 * @param timeout how long an application may be busy with one partition, its start included
 * @param partitions that may share an application
 */
public record SubmitConfig(
    Map<String, String> spark, Optional<Path> sparkHome, Duration timeout, int partitions) {

  private static final String MASTER = "spark.master";
  private static final String DEPLOY_MODE = "spark.submit.deployMode";

  public SubmitConfig {
    spark = Map.copyOf(spark);
  }

  /** What holds where nothing is said. */
  public static SubmitConfig byDefault() {
    return new SubmitConfig(Map.of(MASTER, "local[*]"), Optional.empty(), Duration.ofHours(1), 24);
  }

  static SubmitConfig read(Section batch) {
    SubmitConfig byDefault = byDefault();
    Map<String, String> spark = new TreeMap<>(byDefault.spark);
    batch.section("spark").all().forEach((name, value) -> spark.put("spark." + name, value));
    Section submit = batch.section("submit");
    SubmitConfig config =
        new SubmitConfig(
            spark,
            submit
                .text("spark-home")
                .or(() -> submit.variable("SPARK_HOME"))
                .filter(home -> !home.isBlank())
                .map(Path::of),
            submit.duration("timeout", byDefault.timeout, Duration.ofSeconds(1)),
            submit.integer("partitions", byDefault.partitions, 1, 1000));
    submit.rejectUnknown();
    return config;
  }

  /** Whether all of an application is in one process on this host. */
  public boolean isLocal() {
    return spark.get(MASTER).startsWith("local");
  }

  /** Whether the driver is elsewhere, so that the end of {@code spark-submit} is not its end. */
  public boolean isDriverElsewhere() {
    return "cluster".equals(spark.get(DEPLOY_MODE));
  }
}
