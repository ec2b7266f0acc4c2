package dev.tidemark.coordinator.cli;

import dev.tidemark.landing.config.ConfigSource;
import java.time.Clock;
import picocli.CommandLine.Mixin;

/** A command that opens the root itself, whoever looks after it. */
abstract class OpenedDatasetCommand extends LandingCommand {
  @Mixin private NoCoordinatorOptions coordinator;

  OpenedDatasetCommand(ConfigSource source) {
    super(source);
  }

  @Override
  final int run() {
    coordinator.refuse(name());
    return run(Opened.open(source(), datasetName(), Clock.systemUTC()));
  }

  abstract int run(Opened opened);
}
