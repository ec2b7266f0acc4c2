package dev.tidemark.coordinator.doctor;

import dev.tidemark.batch.process.EventTypes;
import dev.tidemark.landing.check.Check;
import dev.tidemark.landing.check.Finding;
import dev.tidemark.landing.config.ConfigException;
import java.nio.file.Path;
import java.util.List;

/** Whether the event types can be loaded. */
final class EventTypesCheck implements Check {
  private final Path directory;

  EventTypesCheck(Path directory) {
    this.directory = directory;
  }

  @Override
  public String name() {
    return "event types";
  }

  @Override
  public List<Finding> look() {
    try {
      int count = EventTypes.declarations(directory).size();
      EventTypes.load(directory);
      return List.of(
          Finding.ok(name(), "The declarations in " + directory + " (files: " + count + ") load."));
    } catch (ConfigException e) {
      return e.problems().stream()
          .map(
              problem ->
                  Finding.failure(
                      name(),
                      problem,
                      "Correct it, then restart the coordinator, which reads them at its start."))
          .toList();
    }
  }
}
