package dev.tidemark.coordinator.cli;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.tidemark.coordinator.operations.PartitionSummary;
import dev.tidemark.landing.LandedFile;
import dev.tidemark.landing.LandingZone;
import dev.tidemark.landing.Manifest;
import dev.tidemark.landing.config.ConfigSource;
import dev.tidemark.landing.log.Generation;
import dev.tidemark.landing.log.PartitionState;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Shows everything about one partition. */
@Command(
    name = "show",
    mixinStandardHelpOptions = true,
    description = "Shows one partition: generations, files, revision, what stops it.",
    footer = {"", "Example: tidemark partitions show 2026-08-22T13"})
public final class ShowCommand extends DatasetCommand {
  @Parameters(paramLabel = "P", description = "The partition, such as 2026-08-22T13.")
  private String partition;

  private static final JsonMapper JSON = JsonMapper.builder().build();

  public ShowCommand(ConfigSource source) {
    super(source);
  }

  @Override
  int run(Opened opened) {
    PartitionState state = opened.operations().partition(parse(opened, partition));
    if (isJson()) {
      printJson(List.of(state));
      return 0;
    }
    PartitionSummary summary = opened.operations().summary(state);
    out().println(state.id() + "  " + summary.standing().name().toLowerCase(Locale.ROOT));
    state.hold().ifPresent(h -> out().println("Held: " + h));
    state.pin().ifPresent(p -> out().println("Pinned: " + p));
    state
        .failure()
        .ifPresent(
            f ->
                out()
                    .println(
                        f.last().action()
                            + " failed "
                            + f.count()
                            + (f.count() == 1 ? " time: " : " times: ")
                            + f.last().error()
                            + f.last()
                                .retryAt()
                                .map(t -> " Tried again at " + t + ".")
                                .orElse(" 'tidemark retry " + state.id() + "' tries again.")));
    state
        .publication()
        .ifPresent(
            p ->
                out()
                    .println(
                        "Revision "
                            + p.revision()
                            + (state.isFinalExpired() ? ", which retention removed from " : " in ")
                            + LandingZone.published(state.id())
                            + ": "
                            + p.counts().in()
                            + " rows in, "
                            + p.counts().out()
                            + " out, "
                            + p.counts().duplicates()
                            + " duplicates, "
                            + p.counts().quarantined()
                            + " quarantined (attempt "
                            + p.attempt()
                            + ")"));
    if (!state.earlier().isEmpty()) {
      out()
          .println(
              "Earlier revisions: "
                  + state.earlier().stream()
                      .map(
                          p ->
                              p.revision()
                                  + (state.kept().contains(p)
                                      ? " (" + p.counts().out() + " rows)"
                                      : " (emptied)"))
                      .collect(Collectors.joining(", ")));
    }
    if (summary.quarantined() > 0) {
      quarantineReasons(opened, state)
          .forEach((reason, rows) -> out().println("  quarantined: " + rows + " × " + reason));
    }
    for (Generation g : state.generations().values()) {
      Manifest manifest = opened.journal().records().manifest(g);
      out().println();
      out()
          .println(
              "Generation "
                  + g.id().number()
                  + "  "
                  + g.step().name().toLowerCase(Locale.ROOT)
                  + " in "
                  + (state.expiredGenerations().contains(g.id().number())
                      ? "(removed by retention)"
                      : directory(g) + (kept(state, g) ? " (in no revision)" : "")));
      TextTable files = new TextTable("FILE", "ROWS", "BYTES", "OFFSETS");
      for (LandedFile f : manifest.files()) {
        files.row(f.name(), f.rows(), f.bytes(), f.offsets());
      }
      out().print(files);
    }
    out().flush();
    return 0;
  }

  private static boolean kept(PartitionState state, Generation g) {
    return !state.canRestate() && state.unpublished().contains(g.id().number());
  }

  /** As the published output's own manifest counts them; nothing if it cannot be read just now. */
  private static Map<String, Long> quarantineReasons(Opened opened, PartitionState state) {
    String manifest = LandingZone.published(state.id()) + "/" + Manifest.FILE_NAME;
    Map<String, Long> reasons = new TreeMap<>();
    try {
      JSON.readTree(opened.files().read(manifest))
          .path("quarantined_by_reason")
          .properties()
          .forEach(reason -> reasons.put(reason.getKey(), reason.getValue().asLong()));
    } catch (IOException e) {
      reasons.put(
          "see " + manifest, state.publication().map(p -> p.counts().quarantined()).orElse(0L));
    }
    return reasons;
  }

  private static String directory(Generation g) {
    return switch (g.step()) {
      case OPEN, CLOSED -> LandingZone.landing(g.id());
      case STAGED -> LandingZone.stage(g.id());
      case ARCHIVED -> LandingZone.archive(g.id());
    };
  }
}
