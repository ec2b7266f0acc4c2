package dev.tidemark.coordinator.action;

import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import dev.tidemark.batch.config.SubmitConfig;
import dev.tidemark.batch.process.ProcessApplication;
import dev.tidemark.landing.LandingZone;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.spark.launcher.JavaModuleOptions;
import org.apache.spark.launcher.SparkLauncher;

/**
 * Starts {@code spark-submit}: that of Spark's installation by {@link SparkLauncher}, and otherwise
 * its main class, with the class path of this process.
 */
final class SparkSubmit {
  private static final String MAIN = ProcessApplication.class.getName();
  private static final String DRIVER_MEMORY = "spark.driver.memory";
  private static final String DRIVER_OPTIONS = "spark.driver.extraJavaOptions";

  /** Spark's name for an application that is on the class path already. */
  private static final String NO_RESOURCE = "spark-internal";

  private static final Map<String, String> DEFAULTS =
      Map.of(
          "spark.app.name",
          "tidemark-process",
          DRIVER_MEMORY,
          "2g",
          "spark.ui.enabled",
          "false",
          // An attempt is tried again in a directory of its own, which YARN does not know.
          "spark.yarn.maxAppAttempts",
          "1");

  // All of it is in one process; nobody else has to reach it.
  private static final Map<String, String> LOCAL_DEFAULTS =
      Map.of("spark.driver.host", "127.0.0.1", "spark.driver.bindAddress", "127.0.0.1");

  private final SubmitConfig config;
  private final Map<String, String> settings;
  private final List<String> jars;

  SparkSubmit(SubmitConfig config) {
    this.config = config;
    this.settings = new TreeMap<>(DEFAULTS);
    if (config.isLocal()) {
      settings.putAll(LOCAL_DEFAULTS);
    }
    settings.putAll(config.spark());
    this.jars = jars();
  }

  /**
   * Starts it and does not wait.
   *
   * @param log takes what it writes
   */
  Process start(List<String> arguments, Path log) throws IOException {
    return config.sparkHome().isPresent()
        ? withInstallation(config.sparkHome().get(), arguments, log)
        : withClassPath(arguments, log);
  }

  private Process withInstallation(Path home, List<String> arguments, Path log) throws IOException {
    SparkLauncher launcher =
        new SparkLauncher()
            .setSparkHome(home.toString())
            .setMainClass(MAIN)
            .setAppResource(resource())
            .addAppArgs(arguments.toArray(String[]::new))
            .redirectError()
            .redirectOutput(log.toFile());
    jars.stream().skip(1).forEach(launcher::addJar);
    settings.forEach(launcher::setConf);
    return launcher.launch();
  }

  private Process withClassPath(List<String> arguments, Path log) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(JavaModuleOptions.defaultModuleOptionArray()));
    // How Hadoop's configuration comes to be found.
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(o -> o.startsWith("-Xbootclasspath/a:"))
        .forEach(command::add);
    command.add("-Xmx" + settings.get(DRIVER_MEMORY));
    command.addAll(words(settings.getOrDefault(DRIVER_OPTIONS, "")));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of("org.apache.spark.deploy.SparkSubmit", "--class", MAIN));
    if (jars.size() > 1) {
      command.addAll(List.of("--jars", String.join(",", jars.subList(1, jars.size()))));
    }
    settings.forEach((name, value) -> command.addAll(List.of("--conf", name + "=" + value)));
    command.add(resource());
    command.addAll(arguments);
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(log.toFile())
        .start();
  }

  private static List<String> words(String text) {
    return text.isBlank() ? List.of() : List.of(text.trim().split("\\s+"));
  }

  private String resource() {
    return jars.isEmpty() ? NO_RESOURCE : jars.get(0);
  }

  /** What an executor needs beyond Spark, the application's own jar first. */
  private static List<String> jars() {
    Set<String> jars = new LinkedHashSet<>();
    for (Class<?> part :
        List.of(
            ProcessApplication.class,
            LandingZone.class,
            YAMLFactory.class,
            Jdk8Module.class,
            JavaTimeModule.class)) {
      Path from = Path.of(part.getProtectionDomain().getCodeSource().getLocation().getPath());
      // Classes that were not packaged, as in an IDE, are where a local master finds them.
      if (Files.isRegularFile(from)) {
        jars.add(from.toString());
      }
    }
    return List.copyOf(jars);
  }
}
