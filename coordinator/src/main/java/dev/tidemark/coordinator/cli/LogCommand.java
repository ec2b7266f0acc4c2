package dev.tidemark.coordinator.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemark.coordinator.operations.DatasetAccess;
import dev.tidemark.coordinator.operations.LogTail;
import dev.tidemark.landing.Counted;
import dev.tidemark.landing.LandingJson;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.config.ConfigSource;
import dev.tidemark.landing.log.LogEntry;
import dev.tidemark.landing.log.LogRecord;
import java.nio.charset.StandardCharsets;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Prints the landing log. */
@Command(
    name = "log",
    mixinStandardHelpOptions = true,
    description = "Prints the landing log, an entry a line.",
    footer = {
      "",
      "Examples:",
      "  tidemark log --last 20",
      "  tidemark log --from 1200 --full",
      "  tidemark log --partition 2026-08-22T13",
      "  tidemark log --all -o json"
    })
public final class LogCommand extends AccessCommand {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final long SCREEN = 50;

  @Option(names = "--from", paramLabel = "VERSION", description = "The first entry to print.")
  private Long from;

  @Option(
      names = "--last",
      paramLabel = "N",
      description =
          "The newest N entries; 50 where neither this nor --from, --all or --partition is given.")
  private Long last;

  @Option(names = "--all", description = "Every entry that is left.")
  private boolean all;

  @Option(
      names = "--partition",
      paramLabel = "P",
      description = "Of those entries, only the ones that are about this partition.")
  private String partition;

  @Option(names = "--full", description = "Does not shorten entries to a line of the terminal.")
  private boolean full;

  public LogCommand(ConfigSource source) {
    super(source);
  }

  @Override
  int run(DatasetAccess access) {
    if (last != null && (from != null || last < 1)) {
      throw new UsageException("Name --from VERSION, or --last N with N at least 1.");
    }
    if (from != null && from < 0) {
      throw new UsageException("--from must be a version, from 0 on.");
    }
    Optional<PartitionId> about = parseIfGiven(access, partition);
    long newest = access.version();
    LogTail.Tail page = access.log(first(newest));
    while (!page.entries().isEmpty()) {
      page.entries().stream()
          .filter(r -> about.filter(id -> !LogTail.isAbout(r.entry(), id)).isEmpty())
          .forEach(this::print);
      page = access.log(page.from() + page.entries().size());
    }
    out().flush();
    return 0;
  }

  private void print(LogRecord record) {
    String json = new String(LandingJson.write(record), StandardCharsets.UTF_8);
    out().println(isJson() ? json : line(record, json));
  }

  private long first(long newest) {
    if (from != null) {
      return from;
    }
    return all || (partition != null && last == null)
        ? 0
        : Math.max(0, newest + 1 - (last == null ? SCREEN : last));
  }

  private String line(LogRecord record, String json) {
    String begin =
        String.format("%6d  %s  ", record.version(), record.at().truncatedTo(ChronoUnit.SECONDS));
    ObjectNode entry = entry(json);
    String type = String.format("%-12s ", entry.remove("type").asText());
    return full
        ? begin + type + entry
        : SafeText.cut(begin + type + inShort(record.entry(), entry), width()).stripTrailing();
  }

  private static String inShort(LogEntry what, ObjectNode entry) {
    return what instanceof LogEntry.Land land ? inShort(land) : inShort(entry);
  }

  /** Where it lands, how much, and of which offsets of which Kafka partition. */
  private static String inShort(LogEntry.Land land) {
    SortedSet<String> generations = new TreeSet<>();
    land.files()
        .forEach(
            f -> generations.add(f.generation().partition() + "/gen=" + f.generation().number()));
    long rows = land.spans().stream().mapToLong(LogEntry.Span::rows).sum();
    return String.join(", ", generations)
        + "  "
        + Counted.of(rows, "row")
        + land.spans().stream()
            .map(s -> "  " + s.source().partition() + ":[" + s.from() + ", " + s.until() + ")")
            .collect(Collectors.joining());
  }

  /** What it is about comes first, and the signs of JSON are left out. */
  private static String inShort(ObjectNode entry) {
    JsonNode generation = entry.path("generation");
    String about =
        generation.isObject()
            ? generation.path("partition").asText() + "/gen=" + generation.path("number").asText()
            : entry.path("partition").asText();
    entry.remove(generation.isObject() ? "generation" : "partition");
    String rest = entry.toString().replace("\"", "");
    return (about.isEmpty() ? "" : about + "  ") + rest.substring(1, rest.length() - 1);
  }

  private static ObjectNode entry(String json) {
    try {
      return (ObjectNode) JSON.readTree(json).get("entry");
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("What was just written can be read", e);
    }
  }
}
