package dev.tidemark.coordinator.simulation;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.List;

/** Somebody who knows nothing of the protocol and puts files where they do not belong. */
record Stranger(String name, List<String> directories) implements Actor {
  static final String FILE = "foreign";

  @Override
  public void live(Life life) {
    for (String directory : directories) {
      try {
        life.files()
            .write(
                directory + "/" + FILE + "-" + life.name() + ".json",
                (FILE + "\n").getBytes(UTF_8));
      } catch (IOException e) {
        // There is no such directory, or the file is there already.
      }
    }
  }
}
