package dev.tidemark.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.landing.config.ConfigFile;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CoordinatorCommandTest {
  @TempDir private Path root;

  @Test
  void a_port_that_is_taken_is_told_before_anything_is_done() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String yaml =
          """
          coordinator: {http: {port: %d}}
          batch: {event-types-dir: ../conf/events}
          datasets: [{name: events, root: "%s"}]
          """
              .formatted(taken.getLocalPort(), root.toUri());
      CoordinatorCommand command =
          new CoordinatorCommand(() -> ConfigFile.parse(yaml, "test.yaml", Map.of(), List.of()));
      assertThatThrownBy(command::call)
          .hasMessageContaining("127.0.0.1:" + taken.getLocalPort() + " (coordinator.http)");
      assertThat(root).isEmptyDirectory();
    }
  }
}
