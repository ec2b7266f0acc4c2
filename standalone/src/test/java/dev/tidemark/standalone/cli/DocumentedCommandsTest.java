package dev.tidemark.standalone.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.standalone.config.Installation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Every command that the operations page shows is one that the program takes. */
class DocumentedCommandsTest {
  private static final Path INSTALLATION = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|(\\S+)");

  @Test
  void every_command_of_the_operations_page_is_taken() throws IOException {
    List<String> commands = commands(INSTALLATION.resolve("docs/operations.md"));
    assertThat(commands).hasSizeGreaterThan(40);
    assertThat(commands).allSatisfy(DocumentedCommandsTest::isTaken);
  }

  private static void isTaken(String command) {
    CommandLine commandLine = Main.wire(new Installation(INSTALLATION, Map.of()));
    assertThat(commandLine.parseArgs(words(command)).hasSubcommand()).as(command).isTrue();
  }

  /** The lines of its blocks that begin with the program's name, without what explains them. */
  private static List<String> commands(Path page) throws IOException {
    List<String> commands = new ArrayList<>();
    boolean block = false;
    for (String line : Files.readAllLines(page)) {
      block ^= line.startsWith("```");
      if (block && line.matches("(\\S*/)?tidemark [a-z].*")) {
        commands.add(line.replaceFirst("^\\S+ ", "").replaceFirst(" {3,}.*| > .*", ""));
      }
    }
    return commands;
  }

  private static String[] words(String command) {
    List<String> words = new ArrayList<>();
    Matcher matcher = WORD.matcher(command);
    while (matcher.find()) {
      String word = matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
      words.add(word.equals("P") ? "2026-08-22T13" : word);
    }
    return words.toArray(new String[0]);
  }
}
