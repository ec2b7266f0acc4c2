package dev.tidemark.coordinator.cli;

import picocli.CommandLine.Option;

/**
 * For a command that needs the files of the root: it says why it does not take what the others
 * take, and does not list it. What the environment says is for those that do.
 */
final class NoCoordinatorOptions {
  @Option(names = "--coordinator", hidden = true)
  private String url;

  @Option(names = "--token-file", hidden = true)
  private String tokenFile;

  void refuse(String command) {
    if (url != null || tokenFile != null) {
      throw new LandingCommand.UsageException(
          "'"
              + command
              + "' reads the files of the root itself, so no coordinator can answer it. Leave "
              + (url == null ? "--token-file" : "--coordinator")
              + " out, and run it where the root can be reached.");
    }
  }
}
