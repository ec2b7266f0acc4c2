package dev.tidemark.coordinator.cli;

import dev.tidemark.coordinator.config.CoordinatorAddress;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** By which coordinator a command goes, if it does not open the landing log itself. */
final class CoordinatorOptions {
  @Option(
      names = "--coordinator",
      paramLabel = "URL",
      description =
          "Asks the coordinator whose API is there, rather than the landing log itself;"
              + " TIDEMARK_COORDINATOR_URL if not given. Its token is TIDEMARK_ADMIN_TOKEN.")
  private String url;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description = "Holds the token, instead of TIDEMARK_ADMIN_TOKEN.")
  private Path tokenFile;

  Optional<CoordinatorAddress> address(Map<String, String> environment) {
    return CoordinatorAddress.of(
        Optional.ofNullable(url), Optional.ofNullable(tokenFile), environment);
  }
}
