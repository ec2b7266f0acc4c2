package dev.tidemark.standalone.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The version that the build wrote down. */
final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() throws IOException {
    Properties properties = new Properties();
    try (InputStream in = Version.class.getResourceAsStream("version.properties")) {
      properties.load(in);
    }
    return new String[] {
      "tidemark " + properties.getProperty("version"),
      "Java " + Runtime.version() + ", Spark " + properties.getProperty("spark")
    };
  }
}
