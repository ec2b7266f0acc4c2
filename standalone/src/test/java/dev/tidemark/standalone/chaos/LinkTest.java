package dev.tidemark.standalone.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.embedded.Ports;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class LinkTest {
  private static final int WHILE_SILENT_MILLIS = 300;

  private ServerSocket behind;
  private Link link;
  private Socket client;
  private Socket server;

  @BeforeEach
  void connect() throws IOException {
    behind = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    link = new Link(Ports.free(), behind.getLocalPort());
    client = new Socket(InetAddress.getLoopbackAddress(), link.port());
    server = behind.accept();
  }

  @AfterEach
  void close() throws IOException {
    client.close();
    server.close();
    link.close();
    behind.close();
  }

  @Test
  void bytes_pass_both_ways() throws IOException {
    client.getOutputStream().write(1);
    assertThat(server.getInputStream().read()).isEqualTo(1);
    server.getOutputStream().write(2);
    assertThat(client.getInputStream().read()).isEqualTo(2);
  }

  @Test
  void what_is_sent_into_the_silence_arrives_when_it_is_mended() throws IOException {
    link.silence();
    client.getOutputStream().write(1);
    server.setSoTimeout(WHILE_SILENT_MILLIS);
    assertThatThrownBy(() -> server.getInputStream().read())
        .isInstanceOf(SocketTimeoutException.class);
    server.setSoTimeout(0);
    link.mend();
    assertThat(server.getInputStream().read()).isEqualTo(1);
  }

  @Test
  void what_is_slow_arrives() throws IOException {
    link.slow();
    client.getOutputStream().write(1);
    assertThat(server.getInputStream().read()).isEqualTo(1);
  }

  @Test
  void what_is_broken_off_is_over_for_both_and_new_ones_come_when_it_is_mended()
      throws IOException {
    // Only then are both ends of the link there.
    client.getOutputStream().write(1);
    assertThat(server.getInputStream().read()).isEqualTo(1);
    link.breakOff();
    assertThat(isOver(client)).isTrue();
    assertThat(isOver(server)).isTrue();
    link.mend();
    try (Socket again = new Socket(InetAddress.getLoopbackAddress(), link.port());
        Socket served = behind.accept()) {
      again.getOutputStream().write(3);
      assertThat(served.getInputStream().read()).isEqualTo(3);
    }
  }

  /** By a reset or, where the other side was reset first, by an end. */
  private static boolean isOver(Socket socket) {
    try {
      return socket.getInputStream().read() < 0;
    } catch (IOException e) {
      return true;
    }
  }
}
