package dev.tidemark.coordinator.cli;

import dev.tidemark.coordinator.operations.DatasetAccess;
import dev.tidemark.coordinator.operations.GenerationDetails;
import dev.tidemark.coordinator.operations.PartitionDetails;
import dev.tidemark.landing.Counted;
import dev.tidemark.landing.LandedFile;
import dev.tidemark.landing.LandingZone;
import dev.tidemark.landing.Manifest;
import dev.tidemark.landing.OffsetRange;
import dev.tidemark.landing.config.ConfigSource;
import dev.tidemark.landing.log.PartitionState;
import dev.tidemark.landing.log.Publication;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Shows everything about one partition. */
@Command(
    name = "show",
    mixinStandardHelpOptions = true,
    description = "Shows one partition: generations, files, revision, what stops it.",
    footer = {"", "Example: tidemark partitions show 2026-08-22T13"})
public final class ShowCommand extends AccessCommand {
  @Parameters(paramLabel = "P", description = "The partition, such as 2026-08-22T13.")
  private String partition;

  public ShowCommand(ConfigSource source) {
    super(source);
  }

  @Override
  int run(DatasetAccess access) {
    PartitionDetails details = access.details(parse(access, partition));
    if (isJson()) {
      printJson(List.of(details.state()));
      return 0;
    }
    PartitionState state = details.state();
    out().println(state.id() + "  " + details.summary().standing().name().toLowerCase(Locale.ROOT));
    state.hold().ifPresent(h -> tell("Held: " + h));
    state.pin().ifPresent(p -> tell("Pinned: " + p));
    state.failure().ifPresent(f -> tell(access.advise(failed(state, f))));
    state.publication().ifPresent(p -> tell(published(state, p)));
    if (!state.earlier().isEmpty()) {
      tell("Earlier revisions: " + earlier(state));
    }
    if (details.summary().quarantined() > 0) {
      reasons(details)
          .forEach((reason, rows) -> tell("  quarantined: " + rows + " × " + SafeText.of(reason)));
    }
    details.generations().forEach(this::print);
    out().flush();
    return 0;
  }

  private static String failed(PartitionState state, PartitionState.Failure failure) {
    return failure.last().action()
        + " failed "
        + Counted.of(failure.count(), "time")
        + ": "
        + failure.last().error().replaceFirst("\\.?$", ".")
        + failure
            .last()
            .retryAt()
            .map(t -> " Tried again at " + t.truncatedTo(ChronoUnit.SECONDS) + ".")
            .orElse(
                failure.last().saysToRetry()
                    ? ""
                    : " 'tidemark retry " + state.id() + "' tries again.");
  }

  private static String published(PartitionState state, Publication p) {
    return "Revision "
        + p.revision()
        + (state.isFinalExpired() ? ", which retention removed from " : " in ")
        + LandingZone.published(state.id())
        + ": "
        + Counted.of(p.counts().in(), "row")
        + " in, "
        + p.counts().out()
        + " out, "
        + Counted.of(p.counts().duplicates(), "duplicate")
        + ", "
        + p.counts().quarantined()
        + " quarantined (attempt "
        + p.attempt()
        + ")";
  }

  private static String earlier(PartitionState state) {
    return state.earlier().stream()
        .map(
            p ->
                p.revision()
                    + (state.kept().contains(p)
                        ? " (" + p.counts().out() + (p.counts().out() == 1 ? " row)" : " rows)")
                        : " (emptied)"))
        .collect(Collectors.joining(", "));
  }

  /** As the published output's own manifest counts them; if that cannot be read, where it is. */
  private static Map<String, Long> reasons(PartitionDetails details) {
    return details
        .quarantinedByReason()
        .orElseGet(
            () ->
                Map.of(
                    "see " + LandingZone.published(details.state().id()) + "/" + Manifest.FILE_NAME,
                    details.summary().quarantined()));
  }

  private static String offsets(LandedFile f) {
    return f.offsets().stream().map(OffsetRange::toString).collect(Collectors.joining(", "));
  }

  private void print(GenerationDetails g) {
    out().println();
    tell(
        "Generation "
            + g.number()
            + "  "
            + g.step().name().toLowerCase(Locale.ROOT)
            + " in "
            + g.directory()
                .map(d -> d + (g.inNoRevision() ? " (in no revision)" : ""))
                .orElse("(removed by retention)"));
    TextTable files = new TextTable("FILE", "ROWS", "BYTES", "OFFSETS");
    for (LandedFile f : g.files()) {
      files.row(f.name(), f.rows(), f.bytes(), offsets(f));
    }
    print(files);
  }
}
