package dev.tidemark.ingest.sink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.landing.LandingException;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class LeaseKeeperTest {

  @Test
  void what_a_name_node_says_is_told_in_one_line() {
    IOException remote =
        new IOException(
            """
            The log cannot be read: Cannot create file. Name node is in safe mode.
            \tat org.apache.hadoop.hdfs.server.namenode.FSNamesystem.check(FSNamesystem.java:1)
            \tat org.apache.hadoop.ipc.Server.call(Server.java:2)
            """);
    assertThat(LeaseKeeper.inOneLine(new LandingException.Unavailable(remote.getMessage(), remote)))
        .isEqualTo("The log cannot be read: Cannot create file. Name node is in safe mode.");
    assertThat(LeaseKeeper.inOneLine(new IllegalStateException("\n")))
        .isEqualTo("IllegalStateException");
    assertThat(LeaseKeeper.inOneLine(new IllegalStateException()))
        .isEqualTo("IllegalStateException");
  }
}
