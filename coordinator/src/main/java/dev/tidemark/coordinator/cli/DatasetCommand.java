package dev.tidemark.coordinator.cli;

import dev.tidemark.landing.config.ConfigSource;
import java.util.List;
import picocli.CommandLine.Mixin;

/** A command on one dataset's root that prints a table or JSON. */
abstract class DatasetCommand extends OpenedDatasetCommand {
  @Mixin private OutputOption output;

  DatasetCommand(ConfigSource source) {
    super(source);
  }

  boolean isJson() {
    return output.isJson();
  }

  void printJson(List<?> values) {
    OutputOption.printJson(values, out());
  }
}
