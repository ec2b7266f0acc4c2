package dev.tidemark.standalone.cli;

import dev.tidemark.coordinator.config.ApiConfig;
import dev.tidemark.embedded.Ports;
import dev.tidemark.landing.config.ConfigFile;
import dev.tidemark.landing.config.Problems;
import dev.tidemark.standalone.DataDirectory;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * The console of a pipeline on one machine, for somebody who has configured nothing: a port, and a
 * token in a file that only its owner can read. What is configured stays as it is.
 *
 * @param tokenFile by which something can be changed there, if it was made here
 */
record ConsoleAccess(ConfigFile config, Optional<Path> tokenFile) {
  private static final int PORT = 8083;
  private static final String TOKEN = "console-token";
  private static final String NAME = "console";
  private static final int TOKEN_BYTES = 24;

  static ConsoleAccess of(ConfigFile given, DataDirectory directory) {
    Optional<ApiConfig> api = ApiConfig.read(given.root(new Problems()));
    List<String> defaults = new ArrayList<>();
    if (api.isEmpty()) {
      defaults.add("coordinator.http.port=" + freePort());
    }
    ConfigFile withPort = given.withDefaults(defaults);
    if (ApiConfig.read(withPort.root(new Problems())).orElseThrow().adminTokens().isEmpty()) {
      Path file = token(directory.resolve(TOKEN).toAbsolutePath());
      String tokens = "coordinator.http.admin-tokens.0.";
      return new ConsoleAccess(
          withPort.withDefaults(
              List.of(tokens + "name=" + NAME, tokens + "token=${file:" + file + "}")),
          Optional.of(file));
    }
    return new ConsoleAccess(withPort, Optional.empty());
  }

  /** The usual one, or any where somebody else has it. */
  private static int freePort() {
    try {
      return isFree() ? PORT : Ports.free();
    } catch (IOException e) {
      throw new UncheckedIOException("No port is free for the console", e);
    }
  }

  private static boolean isFree() {
    try (ServerSocket usual = new ServerSocket(PORT, 1, InetAddress.getLoopbackAddress())) {
      return usual.isBound();
    } catch (IOException taken) {
      return false;
    }
  }

  /** Stays the same as long as the directory does. */
  private static Path token(Path file) {
    try {
      if (!Files.exists(file)) {
        byte[] random = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(random);
        // Whole or not at all: an empty one would be refused at every later start.
        Path whole = file.resolveSibling(TOKEN + ".new");
        Files.deleteIfExists(whole);
        Files.createFile(
            whole,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(whole, Base64.getUrlEncoder().withoutPadding().encodeToString(random));
        Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE);
      }
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(file + " cannot be written", e);
    }
  }

  /** How a person gets there. */
  void print(PrintWriter out, String indent, String address) {
    out.println(indent + "Console    " + address);
    tokenFile.ifPresent(
        file -> out.println(indent + "           its token, to change something: cat " + file));
  }
}
