package dev.tidemark.standalone.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.config.ConfigException;
import dev.tidemark.standalone.config.Installation;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.ConnectException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.ipc.RemoteException;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class ErrorLinesTest {
  private static final String AWAY = "Check that it is up";

  @Test
  void what_is_away_is_to_be_looked_for() {
    String said =
        said(new LandingException.Unavailable("a cannot be read", new IOException("refused")), 1);
    assertThat(said).startsWith("tidemark: a cannot be read Cause: IOException: refused");
    assertThat(said).contains(AWAY);
  }

  @Test
  void a_namenode_in_safe_mode_is_not_away() {
    String safeMode = "org.apache.hadoop.hdfs.server.namenode.SafeModeException";
    String said =
        said(
            new LandingException.Unavailable(
                "a cannot be written",
                new IOException("b", new RemoteException(safeMode, "Cannot create file"))),
            1);
    assertThat(said).contains("'hdfs dfsadmin -safemode get'").doesNotContain(AWAY);
  }

  @Test
  void an_entry_that_was_not_written_is_no_outage() {
    assertThat(said(new LandingException.NotWritten("no space is left", null), 1))
        .contains("'tidemark doctor' finds out why")
        .doesNotContain(AWAY);
  }

  @Test
  void who_does_not_answer_is_said_before_what_was_asked() {
    IOException refused =
        new IOException("Call failed", new ConnectException("Connection refused"));
    assertThat(said(new LandingException.Unavailable("The log cannot be read", refused), 1))
        .startsWith("tidemark: The file system does not answer. The log cannot be read Cause: ")
        .contains(AWAY);
  }

  @Test
  void every_problem_of_a_configuration_has_its_line() {
    assertThat(said(new ConfigException(List.of("one", "two")), 2).lines())
        .containsExactly("one", "two");
  }

  private static String said(Exception error, int code) {
    CommandLine command = Main.wire(new Installation(Path.of(".."), Map.of()));
    StringWriter err = new StringWriter();
    command.setErr(new PrintWriter(err, true));
    ErrorLines lines = new ErrorLines(command.getCommand());
    assertThat(lines.handleExecutionException(error, command, null)).isEqualTo(code);
    return err.toString();
  }
}
