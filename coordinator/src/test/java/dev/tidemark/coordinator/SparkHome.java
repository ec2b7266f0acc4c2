package dev.tidemark.coordinator;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.launcher.JavaModuleOptions;

/**
 * An installation of Spark: its jars with what they depend on and nothing of this build, which
 * applications have to bring along, and a {@code spark-submit}. What a distribution has besides is
 * not in Maven repositories.
 */
final class SparkHome {
  private static final Path THIS_BUILD = Path.of("..").toAbsolutePath().normalize();

  private final Path directory;

  private SparkHome(Path directory) {
    this.directory = directory;
  }

  /**
   * Links to the jars of this process's class path.
   *
   * @param hadoopConf a cluster's configuration, as {@code HADOOP_CONF_DIR} names it
   */
  static SparkHome create(Path hadoopConf) throws IOException {
    // Not in the test's own directory: JUnit warns of each link that it deletes there.
    Path directory =
        Files.createTempDirectory(Path.of("target").toAbsolutePath(), "spark-home").normalize();
    SparkHome home = new SparkHome(directory);
    home.link(Files.createDirectories(directory.resolve("jars")));
    home.script(Files.createDirectories(directory.resolve("bin")), hadoopConf);
    return home;
  }

  Path directory() {
    return directory;
  }

  /** All jars, as a class path has it. */
  String jars() {
    return directory.resolve("jars") + "/*";
  }

  private void link(Path jars) throws IOException {
    List<Path> classPath = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      Path path = Path.of(entry).toAbsolutePath().normalize();
      if (!path.startsWith(THIS_BUILD) && Files.isRegularFile(path)) {
        classPath.add(path);
      }
    }
    for (int i = 0; i < classPath.size(); i++) {
      String name = String.format("%03d-%s", i, classPath.get(i).getFileName());
      Files.createSymbolicLink(jars.resolve(name), classPath.get(i));
    }
  }

  private void script(Path bin, Path hadoopConf) throws IOException {
    Path script = bin.resolve("spark-submit");
    Files.writeString(
        script,
        String.format(
            "#!/bin/sh%n"
                + "export SPARK_HOME='%s' HADOOP_CONF_DIR='%s' SPARK_LOCAL_IP=127.0.0.1%n"
                + "exec '%s/bin/java' %s -Xmx512m -XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
                + " -cp '%s:%s' org.apache.spark.deploy.SparkSubmit \"$@\"%n",
            directory,
            hadoopConf,
            System.getProperty("java.home"),
            JavaModuleOptions.defaultModuleOptions(),
            hadoopConf,
            jars()));
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
