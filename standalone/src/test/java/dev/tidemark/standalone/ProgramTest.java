package dev.tidemark.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.apache.spark.launcher.JavaModuleOptions;
import org.junit.jupiter.api.Test;
import scala.util.Properties$;

/** What must be so for everything to run in one process. */
class ProgramTest {
  private static final Path CONF = Path.of("..", "conf");

  /** What Spark asks for and Tidemark leaves out; {@code conf/jvm.options} says why. */
  private static final Set<String> LEFT_OUT =
      Set.of(
          "--add-modules=jdk.incubator.vector",
          "-Dio.netty.handler.ssl.defaultEndpointVerificationAlgorithm=NONE");

  @Test
  void the_launcher_gives_the_options_that_spark_asks_for() throws IOException {
    List<String> ours = Files.readAllLines(CONF.resolve("jvm.options"));
    List<String> sparks =
        Arrays.stream(JavaModuleOptions.defaultModuleOptionArray())
            .filter(o -> !o.isBlank() && !LEFT_OUT.contains(o))
            .toList();
    assertThat(sparks).isNotEmpty();
    assertThat(ours).containsAll(sparks);
  }

  @Test
  void there_is_one_logging_implementation() throws IOException {
    ClassLoader loader = getClass().getClassLoader();
    assertThat(
            Collections.list(
                loader.getResources("META-INF/services/org.slf4j.spi.SLF4JServiceProvider")))
        .hasSize(1);
    assertThat(Collections.list(loader.getResources("org/slf4j/impl/StaticLoggerBinder.class")))
        .isEmpty();
  }

  @Test
  void scala_is_what_spark_was_built_with_and_not_what_kafka_was() {
    // spark-parent_2.13:4.2.0 names it; Kafka's broker would bring 2.13.15.
    assertThat(Properties$.MODULE$.versionNumberString()).isEqualTo("2.13.18");
  }
}
