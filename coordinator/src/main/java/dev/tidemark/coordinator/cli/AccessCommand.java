package dev.tidemark.coordinator.cli;

import dev.tidemark.coordinator.client.CoordinatorAccess;
import dev.tidemark.coordinator.config.CoordinatorAddress;
import dev.tidemark.coordinator.operations.DatasetAccess;
import dev.tidemark.coordinator.operations.Reason;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.config.ConfigSource;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Mixin;

/**
 * A command that asks or tells a dataset something: by a coordinator where one is named, otherwise
 * by opening the root itself. It prints the same either way, a table or JSON.
 */
abstract class AccessCommand extends LandingCommand {
  @Mixin private CoordinatorOptions coordinator;
  @Mixin private OutputOption output;

  AccessCommand(ConfigSource source) {
    super(source);
  }

  @Override
  final int run() {
    Optional<CoordinatorAddress> address = coordinator.address(source().environment());
    return address.isPresent()
        ? run(CoordinatorAccess.open(address.get(), datasetName()))
        : directly(Opened.open(source(), datasetName(), Clock.systemUTC()));
  }

  int directly(Opened opened) {
    return run(opened.access());
  }

  abstract int run(DatasetAccess access);

  /** Why something is asked for, as the user wrote it. */
  static String reason(String text) {
    try {
      return Reason.of(text);
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage().replace("'reason'", "--reason"));
    }
  }

  /** A partition as the user wrote it. */
  static PartitionId parse(DatasetAccess access, String text) {
    try {
      return access.parse(text);
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage());
    }
  }

  static Optional<PartitionId> parseIfGiven(DatasetAccess access, String text) {
    return Optional.ofNullable(text).map(t -> parse(access, t));
  }

  boolean isJson() {
    return output.isJson();
  }

  void printJson(List<?> values) {
    OutputOption.printJson(values, out());
  }
}
