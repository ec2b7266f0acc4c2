package dev.tidemark.standalone.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.standalone.config.Installation;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** What holds of all commands, those that come later included. */
class EveryCommandTest {
  /** As docs/operations.md has them. */
  private static final Set<String> THROUGH_A_COORDINATOR =
      new TreeSet<>(
          Set.of(
              "partitions",
              "partitions show",
              "explain",
              "log",
              "quarantine",
              "quarantine show",
              "hold",
              "release",
              "retry",
              "close",
              "rollback",
              "reprocess"));

  private final CommandLine tidemark =
      Main.wire(new Installation(Path.of("..").toAbsolutePath().normalize(), Map.of()));

  private static String name(CommandLine command) {
    return command.getCommandSpec().qualifiedName().replaceFirst("^tidemark ?", "");
  }

  private static Set<String> thatList(CommandLine command, String option) {
    Set<String> names = new TreeSet<>();
    if (command.getUsageMessage().contains(option)) {
      names.add(name(command));
    }
    command.getSubcommands().values().forEach(c -> names.addAll(thatList(c, option)));
    return names;
  }

  @Test
  void only_those_that_a_coordinator_can_answer_list_how_to_ask_one() {
    assertThat(thatList(tidemark, "--coordinator")).isEqualTo(THROUGH_A_COORDINATOR);
    assertThat(thatList(tidemark, "--token-file")).isEqualTo(THROUGH_A_COORDINATOR);
  }

  @ParameterizedTest
  @CsvSource({
    "partitions --form 2026-08-22T13, tidemark partitions",
    "partitions show, tidemark partitions show",
    "reprocess --only all, tidemark reprocess",
    "topics, tidemark topics",
    "nowhere, tidemark",
  })
  void wrong_usage_is_told_in_short_with_where_to_read_more(String arguments, String command) {
    StringWriter err = new StringWriter();
    assertThat(tidemark.setErr(new PrintWriter(err, true)).execute(arguments.split(" ", -1)))
        .isEqualTo(2);
    assertThat(err.toString().lines())
        .hasSizeBetween(2, 3)
        .last()
        .asString()
        .isEqualTo("Try '" + command + " --help'.");
  }

  @Test
  void a_word_that_an_option_does_not_take_is_told_with_the_nearest_that_it_does() {
    StringWriter err = new StringWriter();
    CommandLine command = tidemark.setErr(new PrintWriter(err, true));
    assertThat(command.execute("partitions", "--state", "Faild")).isEqualTo(2);
    assertThat(err.toString())
        .startsWith(
            "--state cannot be 'Faild'. Did you mean 'failed'? It is one of open, closed, staged,");
    assertThat(command.execute("reprocess", "--only", "all")).isEqualTo(2);
    assertThat(err.toString())
        .contains("--only cannot be 'all'. It is one of failed, missing, outdated.");
  }

  @Test
  void completion_offers_what_is_taken() {
    StringWriter out = new StringWriter();
    assertThat(tidemark.setOut(new PrintWriter(out, true)).execute("generate-completion")).isZero();
    assertThat(out.toString())
        .contains("complete -F", "partitions", "OUTDATED")
        .doesNotContain("\"ALL\"");
  }

  @Test
  void only_those_that_read_a_configuration_list_which() {
    assertThat(thatList(tidemark, "--set"))
        .contains("", "partitions show", "standalone", "doctor")
        .doesNotContain("chaos", "generate-completion");
    assertThat(thatList(tidemark, "--debug")).contains("chaos");
  }
}
